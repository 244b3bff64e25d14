// Thrown by every call on a closed client, and by waits that were pending when it closed.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class ClientClosedError extends FoliotError {
  static override readonly code = 'FOLIOT_CLIENT_CLOSED'
  constructor(options?: FoliotErrorOptions) {
    super(
      'The client is closed: close() was called, or its `await using` scope ended. ' +
        'Runs are unaffected by that; connect a new client to go on.',
      options,
    )
  }
}
