// What a workflow may know of its own run.
import { currentScope } from './run-scope.js'

export interface RunInfo {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** When the run began, as `now()` said then. */
  readonly startedAt: Date
  /** True once the history has 10,000 events or 10 MB: time to `continueAsNew`, at a point of your choice. */
  readonly continueAsNewSuggested: boolean
}

/**
 * The identity of the run that asks.
 *
 * @throws NotInWorkflowError outside of a workflow
 */
export const runInfo = (): RunInfo => {
  const { identity, isLong } = currentScope('runInfo')
  const { workflowId, runId, workflowType, taskQueue, startedAtMs } = identity
  return {
    runId,
    workflowId,
    workflowType,
    taskQueue,
    startedAt: new Date(startedAtMs),
    continueAsNewSuggested: isLong,
  }
}
