// A history that can't have been recorded by any version: a gap, or an answer to nothing.
import { FoliotError } from '../base/foliot-error.js'

export class DamagedHistoryError extends FoliotError {
  static override readonly code = 'FOLIOT_DAMAGED_HISTORY'
  readonly seq: number

  constructor(seq: number, what: string) {
    super(
      `The history is damaged at event ${seq}: ${what}. ` +
        'Rows of the history table were changed or lost; restore them, or terminate the run and start it again.',
    )
    this.seq = seq
  }
}
