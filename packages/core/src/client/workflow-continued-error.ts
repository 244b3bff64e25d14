// What a client's `result()` throws when the run ended by going on as a new run, which is where the result will be.
import { FoliotError } from '../base/foliot-error.js'
import type { ClosedRun } from './closed-run.js'

export class WorkflowContinuedError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_CONTINUED'
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string

  constructor({ workflowType, workflowId, runId }: ClosedRun) {
    super(
      `Run ${runId} of workflow ${workflowType} (${workflowId}) continued as a new run, so it has no result of its own. ` +
        'Take the newest run with client.run({ workflowId }) and await its result().',
    )
    this.workflowType = workflowType
    this.workflowId = workflowId
    this.runId = runId
  }
}
