// Runs what may safely be run again until the database is back: a restart of the server costs callers a wait, no error.
import { systemClock } from '../../base/system-clock.js'
import { isConnectionFailure } from './database-failure.js'
import { DatabaseUnavailableError } from './database-unavailable-error.js'
import { pause } from './retry-contention.js'

const firstDelayMs = 50
const maxDelayMs = 2_000
const patienceMs = 60_000

/** @throws DatabaseUnavailableError when the database isn't back after a minute */
export const reconnect = async <T>(label: string, run: () => Promise<T>): Promise<T> => {
  const startedAt = systemClock.now()
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    try {
      return await run()
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      if (systemClock.now() - startedAt > patienceMs) throw new DatabaseUnavailableError(label, error)
      // Jitter, so that many clients of a server that comes back don't come at once.
      await pause(delayMs * (0.5 + Math.random()))
    }
  }
}
