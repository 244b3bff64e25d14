// Thrown when a bundle is named that was never registered.
import { FoliotError } from '../base/foliot-error.js'

export class UnknownBundleError extends FoliotError {
  static override readonly code = 'FOLIOT_UNKNOWN_BUNDLE'
  constructor(hash: string) {
    super(
      `No bundle ${hash} is registered in this database. ` +
        'Check the hash, or start a worker with that bundle once: that registers it.',
    )
  }
}
