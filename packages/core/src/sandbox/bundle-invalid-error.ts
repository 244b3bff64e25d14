// A bundle that can't be loaded: its code doesn't parse, or throws while its modules load.
import { FoliotError } from '../base/foliot-error.js'

export class BundleInvalidError extends FoliotError {
  static override readonly code = 'FOLIOT_BUNDLE_INVALID'
  readonly bundle: string
  /** The reason, as the message tells it. */
  readonly why: string

  constructor(bundle: string, why: string, cause?: unknown) {
    super(
      `The bundle ${bundle.slice(0, 12)} can't be loaded: ${why}. Code at the top level of a workflow's modules must run ` +
        'without a host; build the bundle again after the change.',
      { cause },
    )
    this.bundle = bundle
    this.why = why
  }
}
