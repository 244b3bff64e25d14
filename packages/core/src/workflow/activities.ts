// The stub through which a workflow calls activities: a proxy whose methods schedule them by name.
import { validateId } from '../base/id.js'
import { encodePayload } from '../codec/encode-payload.js'
import { freezeActivityOptions } from './activity-options.js'
import type { ActivityOptions } from './activity-options.js'
import { rejectedByScope } from './cancel-scope.js'
import { createPending } from './pending.js'
import { steppingScope } from './run-scope.js'

/** The functions of `T`, as a workflow calls them: same arguments, always a promise. */
export type ActivityStub<T> = {
  readonly [Name in keyof T as T[Name] extends (...args: never[]) => unknown ? Name : never]: T[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}

const ignore = (): void => undefined

const schedule = (name: string, args: readonly unknown[], options: string): Promise<unknown> => {
  const scope = steppingScope(name)
  const encoded = args.map((arg, index) => encodePayload(arg, `args[${index}]`))
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const activityId = scope.nextStep()
  scope.issue(
    'ScheduleActivity',
    `{"activityId":"${activityId}","name":${JSON.stringify(name)},"args":[${encoded.join(',')}],"options":${options}}`,
  )
  const { promise, resolve, reject } = createPending<unknown>()
  scope.activities.set(activityId, {
    name,
    promise,
    cancellation: scope.cancellation,
    complete: resolve,
    fail: reject,
    cancel: (failure) => {
      scope.activities.delete(activityId)
      scope.issue('CancelActivity', `{"activityId":"${activityId}"}`)
      reject(failure)
    },
  })
  // An activity may fail before the code comes to await it.
  promise.catch(ignore)
  return promise
}

// A promise looks for `then`, JSON.stringify for `toJSON`, a template literal for `toString`: none of them is a call.
const isActivityName = (key: PropertyKey): key is string =>
  typeof key === 'string' && key !== 'then' && key !== 'toJSON' && !(key in Object.prototype)

/**
 * A stub for calling activities. Without a namespace it reaches plain functions, with one the methods of the
 * `@Activities` class of that name. Each call schedules the activity durably and resolves with its result.
 *
 * @example
 * const email = activities<EmailActivities>('email', { startToCloseTimeout: '1 minute' })
 * const status = await email.sendWelcome({ userId })
 *
 * @throws InvalidOptionError for an option that isn't valid, before anything is scheduled
 * @throws ActivityFailure where the call is awaited, when the activity failed for good
 * @throws ActivityTimeoutFailure where the call is awaited, when it ran out of time for good
 * @throws CancelledFailure where the call is awaited, when it is cancelled: the activity is told, and how it ends is not
 * waited for
 * @throws UnencodableValueError at the call, for arguments that can't be recorded
 */
export function activities<T>(namespace: string, options?: ActivityOptions): ActivityStub<T>
export function activities<T>(options?: ActivityOptions): ActivityStub<T>
export function activities<T>(
  namespaceOrOptions: string | ActivityOptions = {},
  optionsOfNamespace: ActivityOptions = {},
): ActivityStub<T> {
  const namespaced = typeof namespaceOrOptions === 'string'
  const prefix = namespaced ? `${validateId('namespace', namespaceOrOptions)}.` : ''
  const options = JSON.stringify(freezeActivityOptions(namespaced ? optionsOfNamespace : namespaceOrOptions))
  const methods = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>()
  const method = (key: string): ((...args: readonly unknown[]) => Promise<unknown>) => {
    const known = methods.get(key)
    if (known !== undefined) return known
    const name = validateId('activity name', prefix + key)
    const made = (...args: readonly unknown[]): Promise<unknown> => schedule(name, args, options)
    methods.set(key, made)
    return made
  }
  return new Proxy(Object.freeze({}), {
    get: (target, key) => (isActivityName(key) ? method(key) : Reflect.get(target, key)),
  }) as ActivityStub<T>
}
