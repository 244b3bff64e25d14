// Durable waiting: sleep and sleepUntil.
import { checkOptionNames } from '../base/check-option-names.js'
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { toEpochMilliseconds } from '../base/instant.js'
import type { Instant } from '../base/instant.js'
import { createPending } from './pending.js'
import { rejectedByScope } from './cancel-scope.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'
import { cancelTimer, issueTimer } from './issue-timer.js'
import type { TimerRequest } from './issue-timer.js'

export interface SleepOptions {
  /**
   * The timer's name in the history and for operators. No two open timers of a run may share one; once a timer fired,
   * its id is free again.
   *
   * @default the number of the step
   */
  readonly id?: string | undefined
}

const suspend = (scope: RunScope, request: TimerRequest): Promise<void> => {
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const { promise, resolve, reject } = createPending<void>()
  const timerId = issueTimer(scope, request, {
    promise,
    fire: resolve,
    cancel: (failure) => {
      cancelTimer(scope, timerId)
      reject(failure)
    },
  })
  return promise
}

/**
 * Suspends the workflow for a length of time. Nothing is kept in memory meanwhile, and a restart continues the wait to
 * the original time. A duration of zero, or a negative one, is over at once.
 *
 * @example
 * await sleep('30 seconds')
 * await sleep({ days: 90 }, { id: 'trial' })
 *
 * @throws InvalidOptionError for a duration that isn't one, or an id that is empty or begins with `__`
 * @throws TimerIdInUseError when an open timer of the run has the id
 * @throws CancelledFailure where it is awaited, when it is cancelled
 */
export const sleep = (duration: Duration, options: SleepOptions = {}): Promise<void> => {
  const scope = steppingScope('sleep')
  const durationMs = toMilliseconds('duration', duration)
  checkOptionNames('sleep', options, ['id'])
  return suspend(scope, { kind: 'sleep', id: options.id, fireAt: scope.nowMs + durationMs, durationMs })
}

/**
 * Suspends the workflow until an instant. One that is past is over at once.
 *
 * @example
 * await sleepUntil('2026-12-24T18:00:00+01:00')
 *
 * @throws InvalidOptionError for what isn't an instant, or an id that is empty or begins with `__`
 * @throws TimerIdInUseError when an open timer of the run has the id
 * @throws CancelledFailure where it is awaited, when it is cancelled
 */
export const sleepUntil = (at: Instant, options: SleepOptions = {}): Promise<void> => {
  const scope = steppingScope('sleepUntil')
  const fireAt = toEpochMilliseconds('at', at)
  checkOptionNames('sleepUntil', options, ['id'])
  return suspend(scope, { kind: 'sleep', id: options.id, fireAt })
}
