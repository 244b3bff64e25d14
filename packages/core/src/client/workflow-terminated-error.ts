// What a client's `result()` throws when the run was terminated, by an operator or by a start that replaced it.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'
import type { ClosedRun } from './closed-run.js'

export class WorkflowTerminatedError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_TERMINATED'
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string

  /** @param reason why, as it was recorded */
  constructor({ workflowType, workflowId, runId }: ClosedRun, reason?: string, options?: FoliotErrorOptions) {
    const why = reason === undefined || reason === '' ? '' : `: ${reason.slice(0, 500)}`
    super(`Workflow ${workflowType} (${workflowId}) was terminated${why}. It has no result.`, options)
    this.workflowType = workflowType
    this.workflowId = workflowId
    this.runId = runId
  }
}
