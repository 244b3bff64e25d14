// What is thrown where code waits for something that was cancelled, or runs in a scope that was.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class CancelledFailure extends FoliotError {
  static override readonly code = 'FOLIOT_CANCELLED'

  /** @param message what was cancelled, and why if it is known */
  constructor(message = 'Cancelled.', options?: FoliotErrorOptions) {
    super(message, options)
  }
}
