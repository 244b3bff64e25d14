// Keeps the live instances of a thread within a limit of bytes.
import type { LiveRuns } from './live-runs.js'
import type { MemoryGauge } from './memory-gauge.js'

/** After an eviction this part of the limit is in use, so that the next one is far enough away. */
const target = 0.7
/** Eviction begins above this part; below it, a collection alone was enough. */
const tolerated = 0.85

/** Asking for the memory in use costs as much as a small task. */
const tasksPerCheck = 8

export class CacheBound {
  readonly #limitBytes: number
  readonly #memory: MemoryGauge
  #evictions = 0
  /** Garbage included: collecting pays off only when something has been allocated since the last time. */
  #nextCheck = 0
  #tasks = 0

  constructor(limitBytes: number, memory: MemoryGauge) {
    this.#limitBytes = limitBytes
    this.#memory = memory
  }

  get evictions(): number {
    return this.#evictions
  }

  /**
   * Called after each task; looks once in a few. Evicts the oldest instances when memory is over the limit, except that of
   * `current`.
   */
  enforce(runs: LiveRuns, current: string): void {
    this.#tasks += 1
    if (this.#tasks % tasksPerCheck !== 0) return
    const used = this.#memory.usedBytes()
    if (used <= Math.max(this.#limitBytes, this.#nextCheck)) return
    this.#memory.collect()
    let live = this.#memory.usedBytes()
    if (live > this.#limitBytes * tolerated) {
      const goal = this.#limitBytes * target
      while (live > goal && runs.size > 0) {
        const share = (live - goal) / live
        const evicted = runs.evictOldest(Math.ceil(runs.size * share), current)
        if (evicted === 0) break
        this.#evictions += evicted
        this.#memory.collect()
        live = this.#memory.usedBytes()
      }
    }
    // What lives outside the cache can keep memory above the limit; then wait until it has grown noticeably.
    this.#nextCheck = live > this.#limitBytes ? live * 1.25 : 0
  }
}
