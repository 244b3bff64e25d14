// What a client's `result()` throws when the run failed; `cause` is the error that the workflow ended with.
import { FoliotError } from '../base/foliot-error.js'

export interface WorkflowFailedErrorOptions {
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string
  readonly cause: Error
}

export class WorkflowFailedError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_FAILED'
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string

  constructor({ workflowType, workflowId, runId, cause }: WorkflowFailedErrorOptions) {
    super(`Workflow ${workflowType} (${workflowId}) failed: ${cause.message.slice(0, 500)}`, { cause })
    this.workflowType = workflowType
    this.workflowId = workflowId
    this.runId = runId
  }
}
