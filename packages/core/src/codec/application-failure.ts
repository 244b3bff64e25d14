// The error for authors to throw when a plain Error says too little: with a type, details, and a word on retries.
import { type Duration, toMilliseconds } from '../base/duration.js'
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
  /**
   * How long the next attempt of the activity waits, instead of what the retry policy says: what a service asks for that
   * is busy. Limits of attempts and time hold all the same.
   */
  readonly retryAfter?: Duration
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
  /** Milliseconds. */
  declare readonly retryAfterMs?: number

  /** @throws InvalidOptionError for a `retryAfter` that isn't a duration */
  constructor(message: string, options: ApplicationFailureOptions = {}) {
    const { type, details, nonRetryable = false, retryAfter, cause } = options
    super(message, { cause })
    if (type !== undefined) this.name = type
    this.details = details
    this.nonRetryable = nonRetryable
    if (retryAfter !== undefined) this.retryAfterMs = toMilliseconds('retryAfter', retryAfter)
  }

  /** The kind of failure: the error's name. */
  get type(): string {
    return this.name
  }
}
