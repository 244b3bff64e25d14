// An open timer of a run, as clients see it.
import type { TimerKind } from '../history/event-data.js'

export interface OpenTimerDescription {
  readonly timerId: string
  /** `timeout`: of a condition or a receiver. */
  readonly kind: TimerKind
  /** Absent for a timer whose clock begins when the code waits for it. */
  readonly fireAt?: Date
}
