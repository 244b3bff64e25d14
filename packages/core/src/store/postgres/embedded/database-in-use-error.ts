// Thrown when another process has the embedded database open.
import { FoliotError } from '../../../base/foliot-error.js'

export class DatabaseInUseError extends FoliotError {
  static override readonly code = 'FOLIOT_DATABASE_IN_USE'
  constructor(folder: string, owner: string) {
    super(
      `The embedded database in ${folder} is in use by ${owner}. One process at a time can have it open, with its client ` +
        'and its worker in it. Stop the other process, or use a Postgres server for several.',
    )
  }
}
