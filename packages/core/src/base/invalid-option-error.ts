// The error for a bad argument or option, in one grammar: Expected … got …, naming the option and what to do.
import { describeValue } from './describe-value.js'
import { FoliotError } from './foliot-error.js'

export class InvalidOptionError extends FoliotError {
  static override readonly code = 'FOLIOT_INVALID_OPTION'
  readonly option: string

  /**
   * @param option the path of the option, such as `retry.maximumAttempts`
   * @param expected what it should have been, such as "a whole number of at least 0"
   * @param got the value that came
   * @param hint what to do, as a sentence
   */
  constructor(option: string, expected: string, got: unknown, hint?: string) {
    super(`${option}: Expected ${expected}, got ${describeValue(got)}.${hint === undefined ? '' : ` ${hint}`}`)
    this.option = option
  }
}
