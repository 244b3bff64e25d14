// A commit entry from what the sandbox answered: pure, so that what a turn writes can be read and tested in one place.
import { parseEventData } from '../history/parse-event-data.js'
import type { RunAnswer } from '../engine/run-task.js'
import type { OpenActivity, Turn } from '../engine/turn.js'
import type { CommitEntry, Disposition, NewActivityTask } from '../store/worker-session.js'
import { type Conclusion, workerLost } from './conclude-attempt.js'
import { earliest } from './disposition.js'
import { outgoingRequests } from './outgoing-requests.js'
import type { OwnedRun } from './owned-run.js'

type TurnAnswer = Extract<RunAnswer, { type: 'turn' }>

export interface TurnEntryOptions {
  readonly run: OwnedRun
  readonly turn: Turn
  readonly rows: readonly NewActivityTask[]
  readonly disposition: Disposition
  /** Whether the run was paused before this turn. */
  readonly wasPaused: boolean
}

/** Whether a turn is that of a paused run that nothing happened to. */
const rests = ({ paused, events }: Turn): boolean => paused !== undefined && events.length === 0

/** The entry for a turn, or `undefined` when there is nothing to write. */
export const turnEntry = (options: TurnEntryOptions): CommitEntry | undefined => {
  const { run, turn, rows, disposition, wasPaused } = options
  const isPaused = turn.paused !== undefined
  const mailConsumed = Math.max(turn.mailConsumed ?? 0, run.mailConsumed)
  const hasEvents = turn.events.length > 0
  // What a dead owner left is settled by the turn that goes on, not while the run is paused.
  const settles = mailConsumed > run.mailConsumed || (run.unsettled && !rests(turn))
  if (!hasEvents && rows.length === 0 && !settles) return undefined
  const outgoing = outgoingRequests(run, turn)
  // Mail and takeovers are settled on the hot row, which a hold leaves alone.
  const wakeAt = earliest(turn.nextTimerAt, run.timeoutAt ?? null)
  return {
    ...bareEntry(run, disposition.type === 'hold' && settles ? { type: 'keep', wakeAt } : disposition, rows),
    ...(hasEvents || turn.mailConsumed !== undefined ? { turn } : {}),
    ...(hasEvents && turn.baseSeq === 0 ? { pin: { bundle: run.bundle, startedAt: turn.events[0]!.recordedAt } } : {}),
    ...(run.wasBlocked ? { unblock: true } : {}),
    ...(isPaused !== wasPaused || (isPaused && run.wasBlocked) ? { paused: isPaused } : {}),
    ...outcomesOf(turn),
    ...(outgoing.length > 0 ? { outgoing } : {}),
    mailConsumed,
    seq: turn.baseSeq + turn.events.length,
  }
}

/** What updates came to in this turn. Most turns have none. */
const outcomesOf = ({ events, updatesRejected }: Turn): Pick<CommitEntry, 'updateOutcomes'> => {
  const completed = events.filter(({ type }) => type === 'UpdateCompleted')
  if (completed.length === 0 && updatesRejected === undefined) return {}
  return {
    updateOutcomes: [
      ...completed.map(({ data }) => ({ updateId: parseEventData<'UpdateCompleted'>(data).updateId, outcome: data })),
      ...(updatesRejected ?? []).map(({ updateId, failure }) => ({
        updateId,
        outcome: `{"updateId":${JSON.stringify(updateId)},"rejection":${failure}}`,
      })),
    ],
  }
}

/** An entry that only moves the run's hot row, or writes rows for activities. */
export const bareEntry = (
  run: OwnedRun,
  disposition: Disposition,
  activityTasks: readonly NewActivityTask[] = [],
): CommitEntry => ({
  runId: run.runId,
  mailConsumed: run.mailConsumed,
  seq: run.seq ?? 0,
  activityTasks,
  disposition,
})

/** The row of an activity that the owner has no slot for. */
export const firstRow = (run: OwnedRun, activity: OpenActivity): NewActivityTask => ({
  activity,
  attempt: 1,
  dueAt: activity.scheduledAt,
  taskQueue: activity.options.taskQueue ?? run.taskQueue,
})

/** The row of an activity whose first attempt failed in the owner's slot. */
export const retryRow = (
  run: OwnedRun,
  activity: OpenActivity,
  { attempt, dueAt, lastFailure }: Extract<Conclusion, { type: 'retry' }>,
  heartbeatDetails: string | undefined,
): NewActivityTask => ({
  ...firstRow(run, activity),
  attempt,
  dueAt,
  lastFailure,
  ...(heartbeatDetails === undefined ? {} : { heartbeatDetails }),
})

/**
 * Rows of the activities whose first attempt was lost with the last owner and that this turn doesn't end. The store leaves
 * one alone that has a row already.
 */
export const lostRows = (run: OwnedRun, { turn, open }: TurnAnswer, now: number): readonly NewActivityTask[] => {
  if (!run.activitiesLost || open === undefined || rests(turn)) return []
  const ended = new Set(turn.activitiesClosed)
  return open.activities
    .filter(({ activityId }) => !ended.has(activityId))
    .map((activity) => ({
      ...firstRow(run, activity),
      attempt: 2,
      dueAt: now,
      lastFailure: JSON.stringify(workerLost(activity.name)),
    }))
}
