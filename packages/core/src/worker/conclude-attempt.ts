// What the end of an attempt means for its activity: a result for the run, or another attempt.
import { ActivityTimeoutFailure } from '../codec/activity-timeout-failure.js'
import { encodeFailure } from '../codec/encode-failure.js'
import type { Failure } from '../codec/failure.js'
import type { ActivityResultInput } from '../engine/input.js'
import type { OpenActivity } from '../engine/turn.js'
import type { ClaimedActivity } from '../store/worker-session.js'
import type { AttemptOutcome } from './attempt.js'
import { decideRetry } from './retry-decision.js'

export type Conclusion =
  | { readonly type: 'result'; readonly outcome: ActivityResultInput['outcome'] }
  | { readonly type: 'retry'; readonly attempt: number; readonly dueAt: number; readonly lastFailure: string }

export interface EndedAttempt {
  readonly runId: string
  readonly activity: OpenActivity
  readonly attempt: number
}

export const concludeAttempt = (ended: EndedAttempt, outcome: AttemptOutcome, now: number): Conclusion => {
  if (outcome.type === 'completed') return { type: 'result', outcome }
  const { activity, attempt, runId } = ended
  const failure = JSON.stringify(outcome.failure)
  const timedOutForGood =
    outcome.type === 'timed-out' && (outcome.timeout === 'schedule-to-close' || outcome.timeout === 'schedule-to-start')
  if (!timedOutForGood) {
    const decision = decideRetry(
      {
        runId,
        attempt,
        activityId: activity.activityId,
        options: activity.options,
        scheduledAt: activity.scheduledAt,
        failure: outcome.failure,
        ...(outcome.type === 'failed' && outcome.retryAfterMs !== undefined
          ? { retryAfterMs: outcome.retryAfterMs }
          : {}),
      },
      now,
    )
    if (decision.type === 'retry') {
      // An attempt that was taken away didn't fail: the next one needs no back-off.
      const delayMs = outcome.type === 'aborted' ? 0 : decision.delayMs
      return { type: 'retry', attempt: attempt + 1, dueAt: now + delayMs, lastFailure: failure }
    }
  }
  return outcome.type === 'timed-out'
    ? { type: 'result', outcome: { type: 'timed-out', timeout: outcome.timeout, failure } }
    : { type: 'result', outcome: { type: 'failed', failure } }
}

/** The end of an attempt that nobody could end: its deadline passed, or its worker died. */
export const expiredOutcome = (task: ClaimedActivity): AttemptOutcome | undefined => {
  if (task.expired === undefined) return undefined
  if (task.expired === 'worker-lost') return { type: 'failed', failure: workerLost(task.activity.name) }
  const error = new ActivityTimeoutFailure({
    activityName: task.activity.name,
    attempt: task.attempt,
    timeout: task.expired,
  })
  const failure = encodeFailure(error)
  return { type: 'timed-out', timeout: task.expired, failure }
}

/** The failure of an attempt whose worker is gone. */
export const workerLost = (activityName: string): Failure => ({
  type: 'WorkerLost',
  code: 'FOLIOT_WORKER_LOST',
  message: `The worker that ran activity ${activityName} was lost before the attempt’s end was recorded.`,
})
