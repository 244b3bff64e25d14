// Thrown by a commit that the database refuses for what it holds, such as an event number already taken. Nothing was written.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class CommitRefusedError extends FoliotError {
  static override readonly code = 'FOLIOT_COMMIT_REFUSED'
  constructor(reason: string, options?: FoliotErrorOptions) {
    super(
      `The database refused the commit: ${reason}. Nothing of the group was written. ` +
        'The worker tries its turns one by one and blocks the run whose turn is refused; see the cause for the database’s own words.',
      options,
    )
  }
}
