// A history holds something that this version of Foliot doesn't know: it was recorded by a newer one.
import { FoliotError } from '../base/foliot-error.js'

export class UnknownEventError extends FoliotError {
  static override readonly code = 'FOLIOT_UNKNOWN_EVENT'
  readonly seq: number

  constructor(seq: number, what: string) {
    super(
      `Event ${seq} of the history holds ${what}, which this version of Foliot doesn't know. ` +
        'A newer version recorded it: upgrade this worker, or leave the run to workers that are.',
    )
    this.seq = seq
  }
}
