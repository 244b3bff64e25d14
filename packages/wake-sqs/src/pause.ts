// Waits between two attempts to reach a queue.
import { systemClock } from '@foliot/core/internal'

/** Resolves after the delay, or as soon as the signal is aborted. */
export const pause = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      timer.cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = systemClock.setTimer(delayMs, done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
