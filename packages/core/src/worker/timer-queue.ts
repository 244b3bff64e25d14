// Wakes keys at instants of database time. It holds only what the worker owns and is a convenience: the truth about
// timers is in the histories.
import type { Clock, ClockTimer } from '../base/clock.js'
import type { DatabaseClock } from './database-clock.js'

interface Entry {
  readonly at: number
  readonly key: string
}

export class TimerQueue {
  readonly #clock: Clock
  readonly #databaseClock: DatabaseClock
  readonly #onDue: (keys: readonly string[]) => void
  /** A binary heap by `at`; entries that `#instants` no longer names are passed over. */
  readonly #heap: Entry[] = []
  readonly #instants = new Map<string, number>()
  #timer: ClockTimer | undefined
  #timerAt = Number.POSITIVE_INFINITY

  constructor(clock: Clock, databaseClock: DatabaseClock, onDue: (keys: readonly string[]) => void) {
    this.#clock = clock
    this.#databaseClock = databaseClock
    this.#onDue = onDue
  }

  /** Sets the one instant at which a key is woken; `null` for none. */
  set(key: string, at: number | null): void {
    if (at === null) {
      this.#instants.delete(key)
      return
    }
    if (this.#instants.get(key) === at) return
    this.#instants.set(key, at)
    this.#push({ at, key })
    if (at < this.#timerAt) this.#arm()
  }

  clear(): void {
    this.#instants.clear()
    this.#heap.length = 0
    this.#timer?.cancel()
    this.#timer = undefined
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  /** The earliest instant, or `null`. */
  next(): number | null {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      if (this.#instants.get(top.key) === top.at) return top.at
      this.#pop()
    }
    return null
  }

  #arm(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#timerAt = Number.POSITIVE_INFINITY
    const next = this.next()
    if (next === null) return
    this.#timerAt = next
    this.#timer = this.#clock.setTimer(this.#databaseClock.msUntil(next), () => this.#fire())
  }

  #fire(): void {
    this.#timer = undefined
    this.#timerAt = Number.POSITIVE_INFINITY
    const now = this.#databaseClock.now()
    const due: string[] = []
    for (let next = this.next(); next !== null && next <= now; next = this.next()) {
      const { key } = this.#pop()
      this.#instants.delete(key)
      due.push(key)
    }
    this.#arm()
    if (due.length > 0) this.#onDue(due)
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let index = heap.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (heap[parent]!.at <= entry.at) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = entry
  }

  #pop(): Entry {
    const heap = this.#heap
    const top = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) {
      let index = 0
      for (;;) {
        let child = 2 * index + 1
        if (child >= heap.length) break
        if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++
        if (heap[child]!.at >= last.at) break
        heap[index] = heap[child]!
        index = child
      }
      heap[index] = last
    }
    return top
  }
}
