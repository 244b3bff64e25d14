// The two calling conventions of decorators, both of which ours take: the standard one passes the value and a context,
// TypeScript's experimentalDecorators pass the target, for methods with key and descriptor.
import { describeValue } from '../base/describe-value.js'
import { DecoratorMisuseError } from './decorator-misuse-error.js'

/** What the standard convention says about a public instance method. */
export type PublicMethodContext<This, Args extends never[], Result> = ClassMethodDecoratorContext<
  This,
  (this: This, ...args: Args) => Result
> & { readonly static: false; readonly private: false; readonly name: string }

/** A decorator of public instance methods. */
export interface PublicMethodDecorator {
  <This, Args extends never[], Result>(
    method: (this: This, ...args: Args) => Result,
    context: PublicMethodContext<This, Args, Result>,
  ): void
  <Args extends never[], Result>(
    prototype: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(...args: Args) => Result>,
  ): void
}

/** What both conventions say about a method. */
export interface MethodTarget {
  readonly key: string
  /** The object that lasts and belongs to the one class: its metadata, its prototype, or else the method itself. */
  readonly store: object
}

const isContext = (value: unknown): value is DecoratorContext =>
  typeof value === 'object' && value !== null && 'kind' in value && 'name' in value

/**
 * Refuses `@Run` for `@Run()`: under both conventions the decorator would take the place of the method.
 *
 * @param args what the factory was called with
 */
export const refuseBareUse = (decorator: string, args: readonly unknown[]): void => {
  if (typeof args[0] !== 'function' && args.length < 2) return
  throw new DecoratorMisuseError(`${decorator} is written without its parentheses. Add them.`)
}

/** @param decorator how it is written, such as `@Run()` */
export const readMethodTarget = (decorator: string, [first, second, third]: readonly unknown[]): MethodTarget => {
  const context = isContext(second) ? second : undefined
  const key = context === undefined ? second : context.name
  const isMethod =
    context === undefined
      ? typeof (third as PropertyDescriptor | undefined)?.value === 'function' && typeof first === 'object'
      : context.kind === 'method' && !context.static && !context.private
  if (!isMethod || typeof key !== 'string') {
    throw new DecoratorMisuseError(
      `${decorator} stands on ${typeof key === 'symbol' ? String(key) : describeValue(key)}, which isn't a public instance ` +
        'method with a name. Put it on one, with its parentheses.',
    )
  }
  const store = context === undefined ? first : (context.metadata ?? first)
  return { key, store: store as object }
}

/** @param decorator how it is written, such as `@Workflow('name')` */
export const readClassTarget = <Class>(decorator: string, [first, second]: readonly unknown[]): Class => {
  if (typeof first !== 'function' || (isContext(second) ? second.kind !== 'class' : second !== undefined)) {
    throw new DecoratorMisuseError(
      `${decorator} stands on something that isn't a class. Put it on one, with its parentheses.`,
    )
  }
  return first as Class
}
