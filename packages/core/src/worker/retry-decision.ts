// Whether an activity gets another attempt, and when. Pure: the jitter is a hash of run, activity and attempt.
import type { Failure } from '../codec/failure.js'
import type { FrozenActivityOptions } from '../history/frozen-activity-options.js'

export type RetryDecision = { readonly type: 'retry'; readonly delayMs: number } | { readonly type: 'final' }

export interface FailedAttempt {
  readonly runId: string
  readonly activityId: string
  readonly attempt: number
  readonly options: FrozenActivityOptions
  readonly scheduledAt: number
  readonly failure: Pick<Failure, 'type' | 'code' | 'nonRetryable'>
  /** The delay that the failure asks for, in milliseconds, instead of the policy's. */
  readonly retryAfterMs?: number
}

export const decideRetry = (failed: FailedAttempt, now: number): RetryDecision => {
  const { retry, scheduleToCloseMs } = failed.options
  const { failure } = failed
  if (failure.nonRetryable === true) return { type: 'final' }
  if (retry.nonRetryableErrors.includes(failure.type)) return { type: 'final' }
  if (failure.code !== undefined && retry.nonRetryableErrors.includes(failure.code)) return { type: 'final' }
  if (retry.maximumAttempts > 0 && failed.attempt >= retry.maximumAttempts) return { type: 'final' }
  const delayMs = failed.retryAfterMs ?? jittered(backoffMs(failed.options, failed.attempt), failed)
  if (scheduleToCloseMs !== undefined && now + delayMs >= failed.scheduledAt + scheduleToCloseMs)
    return { type: 'final' }
  return { type: 'retry', delayMs }
}

const backoffMs = ({ retry }: FrozenActivityOptions, attempt: number): number =>
  Math.min(retry.maximumIntervalMs, retry.initialIntervalMs * retry.backoffCoefficient ** (attempt - 1))

/** Shortens a delay by up to a fifth, the same for the same attempt. */
const jittered = (delayMs: number, { runId, activityId, attempt }: FailedAttempt): number => {
  let hash = 0x811c9dc5
  for (const character of `${runId}/${activityId}/${attempt}`) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  }
  return Math.ceil(delayMs * (0.8 + 0.2 * ((hash >>> 0) / 2 ** 32)))
}
