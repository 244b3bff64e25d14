// @Run(): marks the method that a run executes.
import { readMethodTarget, type PublicMethodDecorator } from './decorator-convention.js'
import { recordMethod } from './decorated-methods.js'

/** Marks the one method that a run of the workflow executes. Named `run`, it also gives `client.start` its types. */
export const Run = (): PublicMethodDecorator => {
  return (...target: readonly unknown[]): void => recordMethod(readMethodTarget('@Run()', target), 'run')
}
