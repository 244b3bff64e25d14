// Thrown by a commit whose connection broke before its answer came: it was written whole, or not at all.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class CommitUnknownError extends FoliotError {
  static override readonly code = 'FOLIOT_COMMIT_UNKNOWN'
  constructor(options?: FoliotErrorOptions) {
    super(
      'The connection to the database broke during a commit, so its outcome is unknown: written whole or not at all. ' +
        'The worker reads the histories to find out.',
      options,
    )
  }
}
