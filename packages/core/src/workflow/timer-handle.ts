// A durable timer that runs beside the code, as the code holds it.
import type { Duration } from '../base/duration.js'

export type TimerOutcome = 'fired' | 'cancelled'

export interface TimerHandle {
  readonly id: string
  /**
   * Waits for the timer. One that fired or was cancelled says so again. A `reset` meanwhile moves the wait to the new time.
   */
  fired(): Promise<TimerOutcome>
  /** Nothing fires any more. Without effect on a timer that fired or was cancelled. */
  cancel(): void
  /**
   * Starts the timer anew from now, also one that fired or was cancelled.
   *
   * @throws InvalidOptionError for a duration that isn't one
   */
  reset(duration: Duration): void
}
