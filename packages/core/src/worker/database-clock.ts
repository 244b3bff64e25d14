// A lower bound of database time, from the monotonic clock and the instants that the database's replies carry. No wall
// clock of this machine takes part, so its skew moves no timer.
import type { Clock } from '../base/clock.js'

const windowMs = 30_000

export class DatabaseClock {
  readonly #clock: Clock
  /** Database time minus monotonic time; a larger one is the tighter bound. Two windows, so that drift ages out. */
  #current = Number.NEGATIVE_INFINITY
  #previous = Number.NEGATIVE_INFINITY
  #windowEndsAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes note of a reply that has just arrived, whose `now` is the database's time when it was made. */
  observe(databaseNow: number): void {
    const monotonic = this.#clock.now()
    const offset = databaseNow - monotonic
    if (monotonic >= this.#windowEndsAt) {
      this.#previous = this.#current
      this.#current = offset
      this.#windowEndsAt = monotonic + windowMs
    } else if (offset > this.#current) {
      this.#current = offset
    }
  }

  /** The database said that a time of ours lay ahead of it: believe this reply alone. */
  reset(databaseNow: number): void {
    this.#current = databaseNow - this.#clock.now()
    this.#previous = Number.NEGATIVE_INFINITY
    this.#windowEndsAt = this.#clock.now() + windowMs
  }

  /** Database time is at least this, in whole milliseconds. */
  now(): number {
    return Math.floor(this.#clock.now() + Math.max(this.#current, this.#previous))
  }

  /** How long to wait, in milliseconds, until the bound reaches an instant. */
  msUntil(instant: number): number {
    return Math.max(0, instant - Math.max(this.#current, this.#previous) - this.#clock.now())
  }
}
