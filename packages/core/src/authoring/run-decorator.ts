// @Run(): marks the method that a run executes.
import { readMethodTarget, refuseBareUse, type PublicMethodDecorator } from './decorator-convention.js'
import { recordMethod } from './decorated-methods.js'

/** Marks the one method that a run of the workflow executes. Named `run`, it also gives `client.start` its types. */
export const Run = (...bare: readonly []): PublicMethodDecorator => {
  refuseBareUse('@Run()', bare)
  return (...target: readonly unknown[]): void => recordMethod(readMethodTarget('@Run()', target), 'run')
}
