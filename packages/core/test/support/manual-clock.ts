// A clock for unit tests: stands still until it is advanced, and then calls back in order.
import type { Clock, ClockTimer } from '../../src/base/clock.js'
import { systemClock } from '../../src/base/system-clock.js'

export class ManualClock implements Clock {
  #now = 0
  #timers: { readonly at: number; readonly callback: () => void }[] = []

  now(): number {
    return this.#now
  }

  setTimer(delayMs: number, callback: () => void): ClockTimer {
    const timer = { at: this.#now + Math.max(0, delayMs), callback }
    this.#timers.push(timer)
    return { cancel: () => void (this.#timers = this.#timers.filter((other) => other !== timer)) }
  }

  get pending(): number {
    return this.#timers.length
  }

  advance(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.#now = Math.max(this.#now, next.at)
      next.callback()
    }
    this.#now = until
  }
}

/**
 * For a worker on a store whose time is `clock`'s: it reads that time, and waits in real time. One that measured real time
 * would run ahead of its store.
 */
export const waitingInRealTime = (clock: Clock): Clock => ({
  now: () => clock.now(),
  setTimer: (...timer) => systemClock.setTimer(...timer),
})
