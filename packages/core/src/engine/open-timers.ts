// The open timers of one run, in the order in which they fire: by fireAt, those of one instant as they were started.
import type { OpenTimer } from './turn.js'

export interface StartedTimer extends OpenTimer {
  /** Number of the event that armed it. */
  readonly startedSeq: number
}

const firesBefore = (a: StartedTimer, b: StartedTimer): boolean =>
  a.fireAt < b.fireAt || (a.fireAt === b.fireAt && a.startedSeq < b.startedSeq)

export class OpenTimers {
  readonly #byId = new Map<string, StartedTimer>()
  /** Last to fire first, so that the next one is taken from the end. */
  readonly #ordered: StartedTimer[] = []

  get next(): StartedTimer | undefined {
    return this.#ordered.at(-1)
  }

  get(timerId: string): StartedTimer | undefined {
    return this.#byId.get(timerId)
  }

  add(timer: StartedTimer): void {
    this.remove(timer.timerId)
    this.#byId.set(timer.timerId, timer)
    this.#ordered.splice(this.#position(timer), 0, timer)
  }

  /** The timer that was open under this id. */
  remove(timerId: string): StartedTimer | undefined {
    const timer = this.#byId.get(timerId)
    if (timer === undefined) return undefined
    this.#byId.delete(timerId)
    this.#ordered.splice(this.#position(timer), 1)
    return timer
  }

  clear(): void {
    this.#byId.clear()
    this.#ordered.length = 0
  }

  /** Index of the first timer that doesn't fire after this one. */
  #position(timer: StartedTimer): number {
    let low = 0
    let high = this.#ordered.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#ordered[middle]
      if (other !== undefined && firesBefore(timer, other)) low = middle + 1
      else high = middle
    }
    return low
  }
}
