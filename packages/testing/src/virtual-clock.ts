// A clock that stands still until it is moved. Timers in the past of a jump call back once each, in order of their
// instants; what re-arms itself in the meantime waits for the next move.
import type { Clock, ClockTimer } from '@foliot/core/internal'

interface VirtualTimer {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

export class VirtualClock implements Clock {
  #now = 0
  #order = 0
  #timers: VirtualTimer[] = []
  #flushing = false
  #listener: () => void = () => undefined

  now(): number {
    return this.#now
  }

  /** True while timers that are due haven't called back. */
  get busy(): boolean {
    return this.#flushing
  }

  /** Calls back whenever somebody begins to wait. */
  onTimer(listener: () => void): void {
    this.#listener = listener
  }

  setTimer(delayMs: number, callback: () => void): ClockTimer {
    const timer = { at: this.#now + Math.max(0, delayMs), order: this.#order++, callback }
    this.#timers.push(timer)
    if (timer.at <= this.#now) this.#flushSoon()
    this.#listener()
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((other) => other !== timer)
      },
    }
  }

  /** Moves to an instant, in milliseconds of this clock. A past instant moves nothing. */
  moveTo(instant: number): void {
    this.#now = Math.max(this.#now, instant)
    this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      const due = this.#timers.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at || a.order - b.order)
      this.#timers = this.#timers.filter(({ at }) => at > this.#now)
      this.#flushing = false
      for (const { callback } of due) callback()
    })
  }
}
