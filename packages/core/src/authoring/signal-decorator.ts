// @Signal(): marks a method that takes messages to a run.
import { checkOptionNames } from '../base/check-option-names.js'
import { validateId } from '../base/id.js'
import { readMethodTarget, refuseBareUse, type PublicMethodDecorator } from './decorator-convention.js'
import { recordMethod } from './decorated-methods.js'

export interface SignalOptions {
  /**
   * The name that senders use.
   *
   * @default the method's name
   */
  readonly name?: string | undefined
}

/**
 * Marks a method as the handler of a signal. It is called once for each signal of its name, in the order in which they
 * were accepted; what it returns goes nowhere, and an error that leaves it fails the run.
 */
export const Signal = (options: SignalOptions = {}, ...bare: readonly []): PublicMethodDecorator => {
  refuseBareUse('@Signal()', [options, ...bare])
  const given = checkOptionNames('@Signal', options, ['name']).name
  const name = given === undefined ? undefined : validateId('the name in @Signal({ name })', given)
  return (...target: readonly unknown[]): void => recordMethod(readMethodTarget('@Signal()', target), 'signal', name)
}
