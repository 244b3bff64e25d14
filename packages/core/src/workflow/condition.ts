// Waiting until the run's own state is as wanted.
import { checkOptionNames } from '../base/check-option-names.js'
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { rejectedByScope } from './cancel-scope.js'
import { cancelTimer, issueTimer } from './issue-timer.js'
import { createPending } from './pending.js'
import type { PendingCondition } from './pending-condition.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'

export interface ConditionOptions {
  /** How long to wait. For ever by default. */
  readonly timeout?: Duration | undefined
}

/** A predicate may look, and no more. */
const holds = (scope: RunScope, predicate: () => unknown): boolean => {
  const outer = scope.readOnly
  scope.readOnly = true
  try {
    return Boolean(predicate())
  } finally {
    scope.readOnly = outer
  }
}

/**
 * Waits until the predicate holds: it is called now and after each event. Resolves with true, or with false when the
 * time-out passes first. An error of the predicate rejects the wait.
 *
 * @example
 * const inTime = await condition(() => this.approvals >= 2, { timeout: '24 hours' })
 *
 * @throws InvalidOptionError for a predicate or a time-out that isn't one
 * @throws ReadOnlyContextError where the wait is awaited, when the predicate asks for a step
 * @throws CancelledFailure where it is awaited, when it is cancelled
 */
export const condition = (predicate: () => unknown, options: ConditionOptions = {}): Promise<boolean> => {
  const scope = steppingScope('condition')
  if (typeof predicate !== 'function') throw new InvalidOptionError('predicate', 'a function', predicate)
  const { timeout } = checkOptionNames('condition', options, ['timeout'])
  const timeoutMs = timeout === undefined ? undefined : toMilliseconds('timeout', timeout)
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const { promise, resolve, reject } = createPending<boolean>()
  try {
    if (holds(scope, predicate)) return Promise.resolve(true)
  } catch (error) {
    return Promise.reject(error as Error)
  }
  const waiting: PendingCondition = {
    predicate,
    timerId: undefined,
    resolve,
    reject,
    promise,
    cancellation: scope.cancellation,
    cancel: (failure) => {
      scope.conditions?.delete(waiting)
      if (waiting.timerId !== undefined) cancelTimer(scope, waiting.timerId)
      reject(failure)
    },
  }
  ;(scope.conditions ??= new Set()).add(waiting)
  if (timeoutMs !== undefined) {
    const request = { kind: 'timeout', id: undefined, durationMs: timeoutMs, fireAt: scope.nowMs + timeoutMs } as const
    waiting.timerId = issueTimer(scope, request, {
      fire: () => {
        scope.conditions?.delete(waiting)
        resolve(false)
      },
    })
  }
  return promise
}

/** The first condition that is decided by now, settled. Answers whether there was one: then code has to go on first. */
export const settleCondition = (scope: RunScope): boolean => {
  const { conditions } = scope
  if (conditions === undefined) return false
  for (const waiting of conditions) {
    try {
      if (!holds(scope, waiting.predicate)) continue
      waiting.resolve(true)
    } catch (error) {
      waiting.reject(error)
    }
    conditions.delete(waiting)
    if (waiting.timerId !== undefined) cancelTimer(scope, waiting.timerId)
    return true
  }
  return false
}
