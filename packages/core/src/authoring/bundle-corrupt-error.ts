// Thrown for a bundle whose content isn't what its hash says, or isn't a bundle this version can read.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class BundleCorruptError extends FoliotError {
  static override readonly code = 'FOLIOT_BUNDLE_CORRUPT'

  /** @param problem what is wrong, as a sentence about the bundle */
  constructor(problem: string, options?: FoliotErrorOptions) {
    super(`The bundle can't be used: ${problem} Build it again.`, options)
  }
}
