// Thrown when a recorded payload isn't what encode-payload.ts writes: damaged, made by hand, or by a newer version.
import { FoliotError } from '../base/foliot-error.js'

export class PayloadUnreadableError extends FoliotError {
  static override readonly code = 'FOLIOT_PAYLOAD_UNREADABLE'
}
