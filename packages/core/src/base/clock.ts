// The door through which the host's code reads time and waits. It has no wall time on purpose: instants come from the
// database, a process only measures how long something took.

export interface ClockTimer {
  /** Forgets the callback. Idempotent. */
  cancel(): void
}

export interface ClockTimerOptions {
  /**
   * Whether the timer alone keeps the process from exiting.
   *
   * @default true
   */
  readonly keepAlive?: boolean
}

export interface Clock {
  /** Monotonic milliseconds with a fraction, from an arbitrary origin. */
  now(): number
  /**
   * Calls back once, when `now()` has advanced by at least `delayMs`; never within this call. Any finite delay works,
   * also beyond the 2^31−1 ms of setTimeout; a negative one counts as 0.
   */
  setTimer(delayMs: number, callback: () => void, options?: ClockTimerOptions): ClockTimer
}
