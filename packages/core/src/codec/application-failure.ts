// The error for authors to throw when a plain Error says too little: with a type, details, and a word on retries.
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'

export interface ApplicationFailureOptions extends FoliotErrorOptions {
  /**
   * The kind of failure, as people and `nonRetryableErrors` name it.
   *
   * @default 'ApplicationFailure'
   */
  readonly type?: string
  /** Data about the failure; recorded like a payload. */
  readonly details?: unknown
  /**
   * Whether another attempt of the activity is pointless.
   *
   * @default false
   */
  readonly nonRetryable?: boolean
}

/**
 * A failure that says what kind it is.
 *
 * @example
 * throw new ApplicationFailure('The card was declined.', { type: 'CardDeclined', nonRetryable: true, details: { cardId } })
 */
export class ApplicationFailure extends FoliotError {
  static override readonly code = 'FOLIOT_APPLICATION_FAILURE'
  readonly details: unknown
  readonly nonRetryable: boolean

  constructor(message: string, { type, details, nonRetryable = false, cause }: ApplicationFailureOptions = {}) {
    super(message, { cause })
    if (type !== undefined) this.name = type
    this.details = details
    this.nonRetryable = nonRetryable
  }

  /** The kind of failure: the error's name. */
  get type(): string {
    return this.name
  }
}
