// Activity tasks of the memory store: claim, settle, heartbeat.
import { claimEndsAt, expiredClaimMs, expiresAt, whyExpired } from '../activity-deadlines.js'
import type {
  ActivityHeartbeat,
  ActivitySettlement,
  ClaimedActivity,
  HeartbeatOutcome,
  SettleOutcome,
} from '../worker-session.js'
import type { ActivityRow, MemoryTables, WorkerRow } from './memory-tables.js'

const allRows = (tables: MemoryTables): ActivityRow[] =>
  [...tables.activities.values()].flatMap((rows) => [...rows.values()])

/** When a row is due: a row that waits is due when it expires, also before its back-off is over. */
export const activityDueAt = (row: ActivityRow): number =>
  row.claim === undefined ? Math.min(row.dueAt, expiresAt(row.activity, row.attempt > 0)) : row.dueAt

export const claimActivities = (
  tables: MemoryTables,
  worker: WorkerRow,
  limit: number,
  now: number,
): readonly ClaimedActivity[] => {
  const due = allRows(tables).filter(
    (row) =>
      activityDueAt(row) <= now &&
      worker.taskQueues.includes(row.taskQueue) &&
      (worker.activities.includes(row.activity.name) || expiresAt(row.activity, row.attempt > 0) <= now),
  )
  due.sort((a, b) => a.activity.options.priority - b.activity.options.priority || activityDueAt(a) - activityDueAt(b))
  return due.slice(0, limit).map((row) => claimActivity(tables, worker, row, now))
}

const claimActivity = (tables: MemoryTables, worker: WorkerRow, row: ActivityRow, now: number): ClaimedActivity => {
  const run = tables.runs.get(row.runId)
  if (run === undefined) throw new Error(`Run ${row.runId} of an activity has no row.`)
  const expired = whyExpired({ ...row, isClaimed: row.claim !== undefined }, now)
  row.claim = String((tables.lastClaim += 1))
  row.owner = worker.epoch
  row.workerLost = false
  if (expired === undefined) {
    row.attempt += 1
    row.startedAt = now
    row.heartbeatAt = now
    row.dueAt = claimEndsAt(row.activity, now, now)
  } else row.dueAt = now + expiredClaimMs
  return {
    runId: row.runId,
    workflowId: run.workflowId,
    workflowType: run.workflowType,
    activity: row.activity,
    taskQueue: row.taskQueue,
    attempt: Math.max(row.attempt, 1),
    claim: row.claim,
    startedAt: expired === undefined || row.startedAt === 0 ? now : row.startedAt,
    ...(row.lastFailure !== undefined && { lastFailure: row.lastFailure }),
    ...(row.heartbeatDetails !== undefined && { heartbeatDetails: row.heartbeatDetails }),
    ...(expired !== undefined && { expired }),
  }
}

const claimedRow = (
  tables: MemoryTables,
  epoch: number,
  { runId, activityId, claim }: { readonly runId: string; readonly activityId: string; readonly claim: string },
): ActivityRow | undefined => {
  const row = tables.activities.get(runId)?.get(activityId)
  return row !== undefined && row.owner === epoch && row.claim === claim ? row : undefined
}

/** `deliver` puts the result into the run's inbox. */
export const settleActivity = (
  tables: MemoryTables,
  epoch: number,
  settlement: ActivitySettlement,
  deliver: (message: Extract<ActivitySettlement, { type: 'result' }>['message']) => void,
): SettleOutcome => {
  const row = claimedRow(tables, epoch, settlement)
  if (row === undefined) return 'lost'
  if (settlement.type === 'result') {
    tables.activities.get(row.runId)?.delete(settlement.activityId)
    deliver(settlement.message)
    return 'settled'
  }
  delete row.claim
  row.owner = null
  row.attempt = settlement.attempt - 1
  row.dueAt = settlement.dueAt
  row.lastFailure = settlement.lastFailure
  if (settlement.heartbeatDetails !== undefined) row.heartbeatDetails = settlement.heartbeatDetails
  return 'settled'
}

export const heartbeatActivity = (
  tables: MemoryTables,
  epoch: number,
  beat: ActivityHeartbeat,
  now: number,
): HeartbeatOutcome => {
  const row = claimedRow(tables, epoch, beat)
  if (row === undefined) return 'lost'
  if (beat.details !== undefined) row.heartbeatDetails = beat.details
  row.heartbeatAt = now
  row.dueAt = claimEndsAt(row.activity, row.startedAt, now)
  return 'extended'
}
