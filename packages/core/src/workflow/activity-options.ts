// An activity's options as authors write them. What is recorded of them is history/frozen-activity-options.ts.
import { checkOptionNames } from '../base/check-option-names.js'
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { FrozenActivityOptions, FrozenRetryPolicy } from '../history/frozen-activity-options.js'

export interface RetryPolicy {
  /** Wait before the second attempt. @default '1 second' */
  readonly initialInterval?: Duration | undefined
  /** By how much each wait is longer than the one before; at least 1. @default 2 */
  readonly backoffCoefficient?: number | undefined
  /** The longest wait. @default 100 times the initial interval */
  readonly maximumInterval?: Duration | undefined
  /** Attempts in all; 1 means no retry. @default Infinity */
  readonly maximumAttempts?: number | undefined
  /** Names of errors that end the activity at once. @default [] */
  readonly nonRetryableErrors?: readonly string[] | undefined
}

export interface ActivityOptions {
  /** Limit of one attempt. @default '10 minutes' */
  readonly startToCloseTimeout?: Duration | undefined
  /** Limit from the call to the end of the last attempt. @default no limit */
  readonly scheduleToCloseTimeout?: Duration | undefined
  /** Limit of the wait for a worker that takes the first attempt. @default no limit */
  readonly scheduleToStartTimeout?: Duration | undefined
  /** Limit between two heartbeats of an attempt. @default no heartbeats expected */
  readonly heartbeatTimeout?: Duration | undefined
  readonly retry?: RetryPolicy | undefined
  /** Whose workers run it. @default the task queue of the run */
  readonly taskQueue?: string | undefined
  /** 1 (first) to 5 (last). @default 3 */
  readonly priority?: 1 | 2 | 3 | 4 | 5 | undefined
}

const optionNames = [
  'startToCloseTimeout',
  'scheduleToCloseTimeout',
  'scheduleToStartTimeout',
  'heartbeatTimeout',
  'retry',
  'taskQueue',
  'priority',
] as const

const retryNames = [
  'initialInterval',
  'backoffCoefficient',
  'maximumInterval',
  'maximumAttempts',
  'nonRetryableErrors',
] as const

const positiveMs = (option: string, duration: unknown): number => {
  const ms = toMilliseconds(option, duration)
  if (ms === 0) throw new InvalidOptionError(option, 'a duration above zero', duration)
  return ms
}

const freezeAttempts = (attempts: unknown): number => {
  if (attempts === undefined || attempts === Infinity) return 0
  if (typeof attempts === 'number' && Number.isSafeInteger(attempts) && attempts >= 1) return attempts
  throw new InvalidOptionError('retry.maximumAttempts', 'a whole number of at least 1, or Infinity', attempts)
}

const freezeErrorNames = (names: unknown): readonly string[] => {
  if (names === undefined) return []
  if (Array.isArray(names) && names.every((name) => typeof name === 'string' && name !== '')) return [...names]
  throw new InvalidOptionError('retry.nonRetryableErrors', 'an array of error names', names)
}

const freezeRetry = (retry: unknown): FrozenRetryPolicy => {
  const given = retry === undefined ? {} : checkOptionNames('activities', retry, retryNames, 'retry')
  const { initialInterval = 1_000, backoffCoefficient = 2, maximumInterval } = given
  const initialIntervalMs = positiveMs('retry.initialInterval', initialInterval)
  if (typeof backoffCoefficient !== 'number' || !(backoffCoefficient >= 1 && backoffCoefficient < Infinity)) {
    throw new InvalidOptionError('retry.backoffCoefficient', 'a number of at least 1', backoffCoefficient)
  }
  const maximumIntervalMs =
    maximumInterval === undefined ? 100 * initialIntervalMs : positiveMs('retry.maximumInterval', maximumInterval)
  if (maximumIntervalMs < initialIntervalMs) {
    throw new InvalidOptionError('retry.maximumInterval', 'at least the initial interval', maximumInterval)
  }
  return {
    initialIntervalMs,
    backoffCoefficient,
    maximumIntervalMs,
    maximumAttempts: freezeAttempts(given.maximumAttempts),
    nonRetryableErrors: freezeErrorNames(given.nonRetryableErrors),
  }
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws InvalidOptionError
 */
export const freezeActivityOptions = (options: ActivityOptions): FrozenActivityOptions => {
  const given = checkOptionNames('activities', options, optionNames)
  const limit = (name: 'scheduleToCloseTimeout' | 'scheduleToStartTimeout' | 'heartbeatTimeout'): number | undefined =>
    given[name] === undefined ? undefined : positiveMs(name, given[name])
  const scheduleToCloseMs = limit('scheduleToCloseTimeout')
  const scheduleToStartMs = limit('scheduleToStartTimeout')
  const heartbeatMs = limit('heartbeatTimeout')
  const { priority = 3 } = given
  if (typeof priority !== 'number' || !Number.isInteger(priority) || priority < 1 || priority > 5) {
    throw new InvalidOptionError('priority', 'a whole number from 1 (first) to 5 (last)', priority)
  }
  return {
    ...(given.taskQueue === undefined ? {} : { taskQueue: validateId('taskQueue', given.taskQueue) }),
    priority,
    startToCloseMs: positiveMs('startToCloseTimeout', given.startToCloseTimeout ?? 600_000),
    ...(scheduleToCloseMs === undefined ? {} : { scheduleToCloseMs }),
    ...(scheduleToStartMs === undefined ? {} : { scheduleToStartMs }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    retry: freezeRetry(given.retry),
  }
}
