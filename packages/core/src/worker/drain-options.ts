// What Worker.drain takes and gives.
import { checkOptionNames } from '../base/check-option-names.js'
import { type Duration, toMilliseconds } from '../base/duration.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'

export interface DrainOptions {
  /**
   * When to stop although something is due still. Activities that run then have the worker's `shutdownGrace` to end.
   *
   * @default '5 minutes'
   */
  readonly timeout?: Duration | undefined
}

export interface Drained {
  /** Runs that got on: of which at least one turn was written. */
  readonly runs: number
  /** Attempts of activities that were run. */
  readonly activities: number
  /**
   * When something of the worker's task queues is due next, in the database's time. It is in the past when something is
   * due that this worker couldn't do, or not within the time-out.
   */
  readonly nextWakeAt: Date | null
}

/** @throws InvalidOptionError */
export const readDrainTimeoutMs = (options: DrainOptions): number => {
  checkOptionNames('worker.drain', options, ['timeout'])
  const { timeout = '5 minutes' } = options
  const timeoutMs = toMilliseconds('timeout', timeout)
  if (timeoutMs > 0) return timeoutMs
  throw new InvalidOptionError('timeout', 'a duration of more than 0 ms', timeout)
}
