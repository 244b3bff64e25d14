// An error in its recorded form. encode-failure.ts makes it, decode-failure.ts makes an Error of it again.
import type { Payload } from './payload.js'

export interface Failure {
  /** The error's name, such as 'TypeError' or the author's 'CardDeclined'. */
  readonly type: string
  readonly message: string
  /** A Foliot error or failure code, such as FOLIOT_ACTIVITY_FAILED. */
  readonly code?: string
  readonly stack?: string
  readonly nonRetryable?: boolean
  /** The error's own enumerable fields, encoded; fields that can't be encoded are named in `lost`. */
  readonly details?: { readonly [key: string]: Payload }
  readonly lost?: readonly string[]
  readonly cause?: Failure
  /** Of an AggregateError. */
  readonly errors?: readonly Failure[]
  /** Set where the chain was cut: a cycle, or the depth or size limit. */
  readonly cut?: 'cycle' | 'depth' | 'size'
}
