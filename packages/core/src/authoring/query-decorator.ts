// @Query(): marks a method that answers questions about a run.
import { checkOptionNames } from '../base/check-option-names.js'
import { validateId } from '../base/id.js'
import { readMethodTarget, refuseBareUse, type PublicMethodContext } from './decorator-convention.js'
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
export const Query = (options: QueryOptions = {}, ...bare: readonly []): QueryDecorator => {
  refuseBareUse('@Query()', [options, ...bare])
  const given = checkOptionNames('@Query', options, ['name']).name
  const name = given === undefined ? undefined : validateId('the name in @Query({ name })', given)
  return (...target: readonly unknown[]): void => recordMethod(readMethodTarget('@Query()', target), 'query', name)
}
