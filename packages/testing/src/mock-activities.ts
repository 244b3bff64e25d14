// Activities for tests: functions in place of the real ones, with a record of their calls.
export interface ActivityCall<Args extends readonly unknown[] = readonly unknown[]> {
  readonly args: Args
}

type AnyFunction = (...args: never[]) => unknown

export type ActivityMocks<T> = {
  readonly [Name in keyof T as T[Name] extends AnyFunction ? Name : never]?: T[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result | Awaited<Result>
    : never
}

export interface MockedActivities<T> {
  /** Hand this to `TestEnvironment.create({ activities: [...] })`. */
  readonly functions: Readonly<Record<string, AnyFunction>>
  /** The calls of one activity so far, oldest first; each attempt counts. */
  calls<Name extends keyof ActivityMocks<T> & string>(
    name: Name,
  ): readonly ActivityCall<T[Name] extends (...args: infer Args) => unknown ? Args : never>[]
}

/**
 * Mocks the activities of an `@Activities` class, or of a module of functions when no namespace is given.
 *
 * @example
 * const email = mockActivities<EmailActivities>('email', {
 *   sendWelcome: () => undefined,
 *   sendFollowup: () => ({ status: 'nudged' }),
 * })
 */
export const mockActivities = <T>(namespace: string | undefined, mocks: ActivityMocks<T>): MockedActivities<T> => {
  const calls = new Map<string, ActivityCall[]>()
  const functions: Record<string, AnyFunction> = {}
  for (const [name, mock] of Object.entries(mocks) as [string, (...args: unknown[]) => unknown][]) {
    const record: ActivityCall[] = []
    calls.set(name, record)
    functions[namespace === undefined ? name : `${namespace}.${name}`] = (...args: unknown[]) => {
      record.push({ args })
      return mock(...args)
    }
  }
  return { functions, calls: (name) => (calls.get(name) ?? []) as never }
}
