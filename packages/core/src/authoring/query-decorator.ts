// @Query(): marks a method that answers questions about a run.
import { validateId } from '../base/id.js'
import { readMethodTarget, type PublicMethodContext } from './decorator-convention.js'
import { recordMethod } from './decorated-methods.js'

export interface QueryOptions {
  /**
   * The name that callers use.
   *
   * @default the method's name
   */
  readonly name?: string | undefined
}

type SynchronousMethod<This, Args extends never[], Result> = (
  this: This,
  ...args: Args
) => Result extends PromiseLike<unknown> ? never : Result

/** A decorator of public instance methods that answer at once. */
export interface QueryDecorator {
  <This, Args extends never[], Result>(
    method: SynchronousMethod<This, Args, Result>,
    context: PublicMethodContext<This, Args, Result>,
  ): void
  <Args extends never[], Result>(
    prototype: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(...args: Args) => Result>,
  ): void
}

/** Marks a method as a query: synchronous, and without effect on the run. */
export const Query = (options: QueryOptions = {}): QueryDecorator => {
  const name = options.name === undefined ? undefined : validateId('the name in @Query({ name })', options.name)
  return (...target: readonly unknown[]): void => recordMethod(readMethodTarget('@Query()', target), 'query', name)
}
