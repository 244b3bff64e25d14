// Runs a statement again that lost against another one and did nothing.
import { systemClock } from '../../base/system-clock.js'
import { isContention } from './database-failure.js'

const attempts = 8

/** @param isRetried also other errors that leave nothing behind */
export const retryContention = async <T>(
  run: () => Promise<T>,
  isRetried: (error: unknown) => boolean = isContention,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isRetried(error)) throw error
      // A moment of chance, so that the two don't meet again.
      await pause(Math.random() * 10 * attempt)
    }
  }
}

export const pause = (delayMs: number): Promise<void> =>
  new Promise((resolve) => void systemClock.setTimer(delayMs, resolve))
