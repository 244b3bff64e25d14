// When an activity task is due: to be run while it waits, to be taken over while it is claimed. Instants in the store's
// clock. The Postgres store computes the same in SQL (store/postgres/statements/claim-activities.ts).
import type { OpenActivity } from '../engine/turn.js'
import type { ClaimedActivity } from './worker-session.js'

/** How long after its deadline a claimed attempt is left to its worker, which ends it itself. */
export const claimGraceMs = 1_000

/** How long a claim of an expired task lasts. */
export const expiredClaimMs = 30_000

/** When a task that waits is over without having run. */
export const expiresAt = ({ scheduledAt, options }: OpenActivity, everStarted: boolean): number =>
  scheduledAt +
  Math.min(options.scheduleToCloseMs ?? Infinity, everStarted ? Infinity : (options.scheduleToStartMs ?? Infinity))

/** When a claimed attempt may be taken over. */
export const claimEndsAt = ({ scheduledAt, options }: OpenActivity, startedAt: number, heartbeatAt: number): number =>
  claimGraceMs +
  Math.min(
    startedAt + options.startToCloseMs,
    heartbeatAt + (options.heartbeatMs ?? Infinity),
    scheduledAt + (options.scheduleToCloseMs ?? Infinity),
  )

export interface AttemptState {
  readonly activity: OpenActivity
  /** The last attempt that was started, 0 for none. */
  readonly attempt: number
  readonly startedAt: number
  readonly heartbeatAt: number
  readonly isClaimed: boolean
  readonly workerLost: boolean
}

/** Why a due task is to be ended, or `undefined` when its next attempt is to be run. */
export const whyExpired = (task: AttemptState, now: number): ClaimedActivity['expired'] => {
  const { activity, attempt, isClaimed, workerLost } = task
  const { scheduledAt, options } = activity
  if (scheduledAt + (options.scheduleToCloseMs ?? Infinity) <= now) return 'schedule-to-close'
  if (attempt === 0 && scheduledAt + (options.scheduleToStartMs ?? Infinity) <= now) return 'schedule-to-start'
  const { maximumAttempts } = options.retry
  if (!(isClaimed || workerLost) || maximumAttempts === 0 || attempt < maximumAttempts) return undefined
  if (workerLost) return 'worker-lost'
  return task.heartbeatAt + (options.heartbeatMs ?? Infinity) <= now ? 'heartbeat' : 'start-to-close'
}
