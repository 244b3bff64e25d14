// What a workflow may know of its own run.
import { currentScope } from './run-scope.js'

export interface RunInfo {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** When the run began, as `now()` said then. */
  readonly startedAt: Date
}

/**
 * The identity of the run that asks.
 *
 * @throws NotInWorkflowError outside of a workflow
 */
export const runInfo = (): RunInfo => {
  const { workflowId, runId, workflowType, taskQueue, startedAtMs } = currentScope('runInfo').identity
  return { runId, workflowId, workflowType, taskQueue, startedAt: new Date(startedAtMs) }
}
