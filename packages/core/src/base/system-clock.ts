// The clock of the process: the only file of core that reads performance.now, performance.timeOrigin or setTimeout.
import type { Clock, ClockTimer, ClockTimerOptions } from './clock.js'

/** setTimeout takes a signed 32-bit number; a longer delay would fire at once. */
const maxHopMs = 2 ** 31 - 1

const setTimer = (delayMs: number, callback: () => void, options: ClockTimerOptions = {}): ClockTimer => {
  if (!Number.isFinite(delayMs)) throw new RangeError(`A timer needs a finite delay, got ${delayMs}.`)
  return delayMs <= 0 ? callSoon(callback, options) : callLater(delayMs, callback, options)
}

/** setTimeout waits for a millisecond at least. */
const callSoon = (callback: () => void, { keepAlive }: ClockTimerOptions): ClockTimer => {
  const handle = setImmediate(callback)
  if (keepAlive === false) handle.unref()
  return { cancel: () => clearImmediate(handle) }
}

const callLater = (delayMs: number, callback: () => void, { keepAlive }: ClockTimerOptions): ClockTimer => {
  const dueAt = performance.now() + delayMs
  let handle: NodeJS.Timeout | undefined
  // setTimeout may also call back up to a millisecond early, so the remainder decides, not the hop.
  const hop = (): void => {
    const remaining = dueAt - performance.now()
    if (handle !== undefined && remaining <= 0) {
      handle = undefined
      callback()
      return
    }
    handle = setTimeout(hop, Math.min(Math.max(0, Math.ceil(remaining)), maxHopMs))
    if (keepAlive === false) handle.unref()
  }
  hop()
  return { cancel: () => clearTimeout(handle) }
}

export const systemClock: Clock = { now: () => performance.now(), setTimer }

/** The process's idea of the time since the epoch. Good for sorting ids, never for deciding anything. */
export const approximateTimeMs = (): number => performance.timeOrigin + performance.now()
