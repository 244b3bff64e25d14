// Thrown by every operation of a worker session whose row is gone: others own its runs now.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class SessionLostError extends FoliotError {
  static override readonly code = 'FOLIOT_SESSION_LOST'
  constructor(workerId: string, options?: FoliotErrorOptions) {
    super(
      `Worker ${workerId} lost its session: its lease ran out or its row was removed, and its runs belong to others now. ` +
        'Nothing was written. A worker registers anew by itself; if this happens often, its process is paused or starved for longer than its lease.',
      options,
    )
  }
}
