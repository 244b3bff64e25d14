// setTimeout as a durable timer: for libraries that need one, and exported for code that is moved into a workflow.
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'
import { cancelTimer, issueTimer } from './issue-timer.js'

const start = (scope: RunScope, callback: () => void, durationMs: number): number => {
  const fire = (): void => {
    scope.timeouts?.delete(timerId)
    try {
      callback()
    } catch (error) {
      scope.fail(error)
    }
  }
  const timerId = issueTimer(
    scope,
    { kind: 'sleep', id: undefined, fireAt: scope.nowMs + durationMs, durationMs },
    {
      fire,
      cancel: () => {
        scope.timeouts?.delete(timerId)
        cancelTimer(scope, timerId)
      },
    },
  )
  ;(scope.timeouts ??= new Set()).add(timerId)
  return Number(timerId)
}

/**
 * Calls back after a length of time, through a durable timer. In code of your own, `await sleep(…)` says the same more
 * plainly. An error thrown by the callback fails the run.
 *
 * @returns a handle for `clearTimeout`
 * @throws InvalidOptionError for a duration that isn't one
 */
export const setTimeout = (callback: () => void, duration: Duration = 0): number => {
  const scope = steppingScope('setTimeout')
  if (typeof callback !== 'function') throw new InvalidOptionError('callback', 'a function', callback)
  return start(scope, callback, toMilliseconds('duration', duration))
}

/** Cancels what `setTimeout` started. A handle that fired, or was never one, is ignored. */
export const clearTimeout = (handle: number | undefined): void => {
  const scope = steppingScope('clearTimeout')
  const timerId = String(handle)
  if (scope.timeouts?.delete(timerId) === true) cancelTimer(scope, timerId)
}

/** The global `setTimeout` of the sandbox: delays are what the web makes of them. */
export const setGlobalTimeout = (callback: () => void, delayMs: number): number => {
  const scope = steppingScope('setTimeout')
  return start(scope, callback, toMilliseconds('delay', Number.isFinite(Number(delayMs)) ? Number(delayMs) : 0))
}
