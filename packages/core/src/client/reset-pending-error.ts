// Thrown by `reset` when no worker has carried it out in time. It stays asked for.
import { FoliotError } from '../base/foliot-error.js'

export class ResetPendingError extends FoliotError {
  static override readonly code = 'FOLIOT_RESET_PENDING'
  /** The run that will begin. */
  readonly newRunId: string

  constructor(pending: {
    readonly runId: string
    readonly newRunId: string
    readonly taskQueue: string
    readonly timeoutMs: number
  }) {
    const { runId, newRunId, taskQueue, timeoutMs } = pending
    super(
      `Run ${runId} is to be reset, and after ${timeoutMs} ms no worker has done it. The request stays in its inbox: run ${newRunId} ` +
        `begins once a worker serves the task queue ${JSON.stringify(taskQueue)}. Don't ask again; look whether a worker runs.`,
    )
    this.newRunId = newRunId
  }
}
