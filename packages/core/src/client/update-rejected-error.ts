// Thrown to who sent an update that was refused: by its validator, or because the workflow has no such update. It left no
// trace in the run.
import { FoliotError } from '../base/foliot-error.js'

export class UpdateRejectedError extends FoliotError {
  static override readonly code = 'FOLIOT_UPDATE_REJECTED'
  readonly update: string

  /** @param cause what the validator threw */
  constructor(update: string, cause: Error) {
    super(`The update ${JSON.stringify(update)} was refused: ${cause.message}`, { cause })
    this.update = update
  }
}
