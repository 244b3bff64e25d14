// Whether a worker can still be sure of its lease, by its own monotonic clock. The database fences what a worker writes;
// this keeps one that was paused from starting activities of runs that went to others meanwhile.
import type { Clock } from '../base/clock.js'

export class Lease {
  readonly #clock: Clock
  readonly #leaseMs: number
  #until: number

  /** Just registered. */
  constructor(clock: Clock, leaseMs: number) {
    this.#clock = clock
    this.#leaseMs = leaseMs
    this.#until = clock.now() + leaseMs
  }

  /** @param askedAt when the renewal that succeeded was sent: the lease runs from then or later */
  renewed(askedAt: number): void {
    this.#until = Math.max(this.#until, askedAt + this.#leaseMs)
  }

  /** Others may have taken over what this worker owns. */
  get mayBeOver(): boolean {
    return this.#clock.now() >= this.#until
  }
}
