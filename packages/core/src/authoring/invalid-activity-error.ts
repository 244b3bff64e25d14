// Thrown when a worker is given something for its activities that isn't one.
import { FoliotError } from '../base/foliot-error.js'

export class InvalidActivityError extends FoliotError {
  static override readonly code = 'FOLIOT_INVALID_ACTIVITY'
}
