// Thrown at the call that was given a value whose JSON is over the limit of one payload.
import { FoliotError } from '../base/foliot-error.js'
import { maxPayloadBytes } from './payload-format.js'

export class PayloadTooLargeError extends FoliotError {
  static override readonly code = 'FOLIOT_PAYLOAD_TOO_LARGE'
  readonly path: string
  /** Another attempt would give the same value. */
  readonly nonRetryable = true

  /** @param size the size found, in words */
  constructor(path: string, size: string) {
    super(
      `${path} is too large: ${size}, and the limit is ${maxPayloadBytes / 1024 / 1024} MB of JSON. ` +
        'Keep large data in storage of your own and pass a reference to it.',
    )
    this.path = path
  }
}
