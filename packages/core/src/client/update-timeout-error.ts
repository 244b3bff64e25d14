// Thrown by `update` when its wait is over before the update is. The update itself goes on.
import { FoliotError } from '../base/foliot-error.js'

export class UpdateTimeoutError extends FoliotError {
  static override readonly code = 'FOLIOT_UPDATE_TIMEOUT'
  readonly timeoutMs: number

  constructor(update: string, runId: string, timeoutMs: number) {
    super(
      `The update ${JSON.stringify(update)} to run ${runId} wasn't answered within ${timeoutMs} ms. It is in the run's ` +
        'inbox, and goes on: to wait for it again, call update with the same `idempotencyKey`. If it never ends, check that a ' +
        "worker of the run's task queue is running.",
    )
    this.timeoutMs = timeoutMs
  }
}
