// @Update(): marks a method that changes a run and answers who asked for it.
import { checkOptionNames } from '../base/check-option-names.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { readMethodTarget, refuseBareUse, type PublicMethodDecorator } from './decorator-convention.js'
import { recordMethod } from './decorated-methods.js'
import { DecoratorMisuseError } from './decorator-misuse-error.js'

export interface UpdateOptions {
  /**
   * The name that callers use.
   *
   * @default the method's name
   */
  readonly name?: string | undefined
  /**
   * Called with the update's arguments, and with the workflow as `this`, just before the method. An update for which it
   * throws is refused, and leaves no trace in the run. It is synchronous and read-only.
   */
  readonly validate?: ((this: never, ...args: never[]) => void) | undefined
}

const isAsync = (fn: object): boolean => fn.constructor.name === 'AsyncFunction'

/**
 * Marks a method as the handler of an update: a message that is answered. What the method returns, or the error it throws,
 * goes to the caller; the run goes on in either case. It may await, like any code of the workflow.
 *
 * @throws InvalidOptionError for a name or a validator that isn't one
 * @throws DecoratorMisuseError for an asynchronous validator
 */
export const Update = (options: UpdateOptions = {}, ...bare: readonly []): PublicMethodDecorator => {
  refuseBareUse('@Update()', [options, ...bare])
  const { name: given } = checkOptionNames('@Update', options, ['name', 'validate'])
  const { validate } = options
  const name = given === undefined ? undefined : validateId('the name in @Update({ name })', given)
  if (validate !== undefined && typeof validate !== 'function') {
    throw new InvalidOptionError('validate', 'a function', validate)
  }
  if (validate !== undefined && isAsync(validate)) {
    throw new DecoratorMisuseError(
      'The validator in @Update({ validate }) is asynchronous. A validator decides at once, from what the workflow has ' +
        'stored: make it synchronous, and do what takes time in the method.',
    )
  }
  return (...target: readonly unknown[]): void =>
    recordMethod(readMethodTarget('@Update()', target), 'update', name, validate)
}
