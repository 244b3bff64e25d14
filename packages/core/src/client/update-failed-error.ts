// Thrown to who sent an update whose handler threw. The run goes on.
import { FoliotError } from '../base/foliot-error.js'

export class UpdateFailedError extends FoliotError {
  static override readonly code = 'FOLIOT_UPDATE_FAILED'
  readonly update: string

  /** @param cause what the handler threw */
  constructor(update: string, cause: Error) {
    super(`The update ${JSON.stringify(update)} failed: ${cause.message}`, { cause })
    this.update = update
  }
}
