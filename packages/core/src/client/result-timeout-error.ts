// Thrown by `result({ timeout })` when the run is still open at the time-out. The run itself goes on.
import { FoliotError } from '../base/foliot-error.js'

export class ResultTimeoutError extends FoliotError {
  static override readonly code = 'FOLIOT_RESULT_TIMEOUT'
  readonly timeoutMs: number

  constructor(run: string, timeoutMs: number) {
    super(
      `${run} was still open after ${timeoutMs} ms. It goes on: only this wait ended. ` +
        'Wait again with result(), or call describe() to see what it waits for.',
    )
    this.timeoutMs = timeoutMs
  }
}
