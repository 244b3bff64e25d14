// Thrown at the call that was given a value which can't be recorded.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export class UnencodableValueError extends FoliotError {
  static override readonly code = 'FOLIOT_UNENCODABLE_VALUE'
  /** Where the value stands, such as `args[0].user.save`. */
  readonly path: string
  /** Another attempt would give the same value. */
  readonly nonRetryable = true

  /**
   * @param problem what is there, as in "is a function"
   * @param hint what to do, as a sentence
   */
  constructor(path: string, problem: string, hint: string, options?: FoliotErrorOptions) {
    super(`${path} ${problem}, which can't be recorded. ${hint}`, options)
    this.path = path
  }
}
