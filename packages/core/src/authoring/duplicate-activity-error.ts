// Thrown when a worker is given two activities of one name.
import { FoliotError } from '../base/foliot-error.js'

export class DuplicateActivityError extends FoliotError {
  static override readonly code = 'FOLIOT_DUPLICATE_ACTIVITY'

  constructor(name: string) {
    super(`There are two activities named '${name}'. Rename one, or give its class a namespace of its own.`)
  }
}
