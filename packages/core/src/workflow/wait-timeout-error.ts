// Thrown where `withTimeout` is awaited, when the time is over first.
import { FoliotError } from '../base/foliot-error.js'

export class WaitTimeoutError extends FoliotError {
  static override readonly code = 'FOLIOT_WAIT_TIMED_OUT'
  readonly durationMs: number

  constructor(durationMs: number) {
    super(`The wait took longer than the ${durationMs} ms that withTimeout gave it, and was cancelled.`)
    this.durationMs = durationMs
  }
}
