// The run's own clock and randomness, the same live and in replay.
import { changingScope, currentScope } from './run-scope.js'

/**
 * The time of the event that the workflow is answering. It stands still until the next event, and equals `new Date()`.
 *
 * @example
 * const deadline = new Date(now().getTime() + 60_000)
 *
 * @throws NotInWorkflowError outside of a workflow
 */
export const now = (): Date => new Date(currentScope('now').nowMs)

/**
 * A number from 0 to below 1, from the run's own seeded stream.
 *
 * @throws NotInWorkflowError outside of a workflow
 * @throws ReadOnlyContextError in a query
 */
export const random = (): number => {
  changingScope('random')
  return Math.random()
}

/**
 * A UUID of version 4, from the run's own seeded stream. It is unique, but not a secret.
 *
 * @throws NotInWorkflowError outside of a workflow
 * @throws ReadOnlyContextError in a query
 */
export const uuid = (): string => {
  changingScope('uuid')
  return crypto.randomUUID()
}
