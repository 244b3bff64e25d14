// Thrown to who sends something to a run that has ended.
import { FoliotError } from '../base/foliot-error.js'
import type { RunRecord, RunStatus } from '../store/run-record.js'

export class RunClosedError extends FoliotError {
  static override readonly code = 'FOLIOT_RUN_CLOSED'
  readonly runId: string
  readonly workflowId: string
  readonly status: RunStatus

  constructor({ runId, workflowId, workflowType, status }: RunRecord) {
    super(
      `Run ${runId} of ${workflowType} (${workflowId}) is ${status}: it takes no messages any more. ` +
        'Start a new run, or use signalWithStart for a message that starts one if need be.',
    )
    this.runId = runId
    this.workflowId = workflowId
    this.status = status
  }
}
