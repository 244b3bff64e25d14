// Why an update didn't run, where it wasn't its validator's own error.
import { FoliotError } from '../base/foliot-error.js'

export class UpdateRefusedError extends FoliotError {
  static override readonly code = 'FOLIOT_UPDATE_REFUSED'
}
