// What a client's `result()` throws when the run reached its `runTimeout` or `executionTimeout`.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'
import type { ClosedRun } from './closed-run.js'

export class WorkflowTimedOutError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_TIMED_OUT'
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string

  constructor({ workflowType, workflowId, runId }: ClosedRun, options?: FoliotErrorOptions) {
    super(
      `Workflow ${workflowType} (${workflowId}) timed out: it was still open at the end of the time it was started with. ` +
        'Its code was not told; its history shows what it waited for.',
      options,
    )
    this.workflowType = workflowType
    this.workflowId = workflowId
    this.runId = runId
  }
}
