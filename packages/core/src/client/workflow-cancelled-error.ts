// What a client's `result()` throws when the run ended because it was cancelled.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'
import type { ClosedRun } from './closed-run.js'

export class WorkflowCancelledError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_CANCELLED'
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string

  constructor({ workflowType, workflowId, runId }: ClosedRun, options?: FoliotErrorOptions) {
    super(`Workflow ${workflowType} (${workflowId}) was cancelled. It has no result.`, options)
    this.workflowType = workflowType
    this.workflowId = workflowId
    this.runId = runId
  }
}
