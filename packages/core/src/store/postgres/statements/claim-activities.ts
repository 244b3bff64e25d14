// Claims due activity tasks. Safe like the claim of runs: rows are locked as they are found, the fence holds the worker's
// row. The attempt is counted here, before it runs, so one that kills its worker is counted too. A task that is claimed
// is due again when its deadline has passed, so a worker that hangs loses it to another; what is to be done with a due
// task is decided as in store/activity-deadlines.ts.
import { claimGraceMs, expiredClaimMs } from '../../activity-deadlines.js'
import type { OpenActivity } from '../../../engine/turn.js'
import type { ClaimedActivity } from '../../worker-session.js'
import { plainArray, textArray } from '../array-literal.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

export interface ActivityPlaceholders {
  readonly epoch: string
  readonly limit: string
  readonly names: string
  readonly taskQueues: string
  readonly priorities: string
}

const ms = (column: string): string => `a.${column} * interval '1 millisecond'`

/** When the claim of `a` may be taken over. */
export const claimEnds = (startedAt: string, heartbeatAt: string): string => `
  interval '${claimGraceMs} milliseconds' + least(${startedAt} + ${ms('start_to_close_ms')},
    ${heartbeatAt} + ${ms('heartbeat_ms')}, a.schedule_to_close_at)`

/** `due_activities` and `claimed_activities`, for a statement that has `fence` and `clock`. */
export const claimActivitiesParts = (s: string, p: ActivityPlaceholders): string => `
due_activities as materialized (
  select d.run_id, d.activity_id, d.expired
  from fence, clock, unnest(${p.taskQueues}, ${p.priorities}) as q(task_queue, priority),
  lateral (
    select a.run_id, a.activity_id, case
      when a.schedule_to_close_at <= clock.now then 'schedule-to-close'
      when a.attempt = 0 and a.schedule_to_start_at <= clock.now then 'schedule-to-start'
      when a.claim is null and not a.worker_lost or a.maximum_attempts = 0 or a.attempt < a.maximum_attempts then null
      when a.worker_lost then 'worker-lost'
      when a.heartbeat_at + ${ms('heartbeat_ms')} <= clock.now then 'heartbeat'
      else 'start-to-close' end as expired
    from ${s}.activity_tasks a
    where a.task_queue = q.task_queue and a.priority = q.priority and a.due_at <= clock.now
      and (a.name = any(${p.names}) or a.expires_at <= clock.now)
    order by a.due_at
    limit ${p.limit}
    for update skip locked
  ) d
  limit ${p.limit}
),
claimed_activities as (
  update ${s}.activity_tasks a
  set claim = nextval('${s}.activity_claims'), owner_epoch = ${p.epoch}, worker_lost = false,
    attempt = case when d.expired is null then a.attempt + 1 else a.attempt end,
    started_at = case when d.expired is null then clock.now else a.started_at end,
    heartbeat_at = case when d.expired is null then clock.now else a.heartbeat_at end,
    expires_at = case when d.expired is null then a.schedule_to_close_at else a.expires_at end,
    due_at = case when d.expired is null then ${claimEnds('clock.now', 'clock.now')}
      else clock.now + interval '${expiredClaimMs} milliseconds' end
  from clock, due_activities d join ${s}.runs r on r.run_id = d.run_id
  where a.run_id = d.run_id and a.activity_id = d.activity_id
  returning a.run_id, r.workflow_id, r.workflow_type, a.activity_id, a.name, a.args, a.options,
    ${s}.to_ms(a.scheduled_at) as scheduled_at, a.task_queue, greatest(a.attempt, 1) as attempt, a.claim,
    ${s}.to_ms(coalesce(a.started_at, clock.now)) as started_at, a.last_failure, a.heartbeat_details, d.expired
)`

/** Answers at least one row while the worker is there; the columns of `claimed_activities` are null in an empty one. */
export const claimActivitiesStatement = (s: string): Statement => ({
  name: 'claim-activities',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
clock as materialized (select ${s}.now() as now),
${claimActivitiesParts(s, {
  epoch: '$1::bigint',
  limit: '$2::integer',
  names: '$3::text[]',
  taskQueues: '$4::text[]',
  priorities: '$5::smallint[]',
})}
select claimed_activities.* from fence left join claimed_activities on true`,
})

const priorities = [1, 2, 3, 4, 5]

export const claimActivitiesValues = (
  worker: { readonly epoch: number; readonly activities: readonly string[]; readonly taskQueues: readonly string[] },
  limit: number,
): readonly SqlValue[] => [
  worker.epoch,
  limit,
  textArray(worker.activities),
  textArray(priorities.flatMap(() => worker.taskQueues)),
  plainArray(priorities.flatMap((priority) => worker.taskQueues.map(() => priority))),
]

/** A row of `claimed_activities`. */
export const claimedActivity = (row: SqlRow): ClaimedActivity => {
  const [runId, workflowId, workflowType, activityId, name, args, options, scheduledAt] = row as readonly string[]
  const [taskQueue, attempt, claim, startedAt, lastFailure, heartbeatDetails, expired] = row.slice(8)
  return {
    runId: runId as string,
    workflowId: workflowId as string,
    workflowType: workflowType as string,
    activity: {
      activityId: activityId as string,
      name: name as string,
      args: args as string,
      options: JSON.parse(options as string) as OpenActivity['options'],
      scheduledAt: Number(scheduledAt),
    },
    taskQueue: taskQueue as string,
    attempt: Number(attempt),
    claim: claim as string,
    startedAt: Number(startedAt),
    ...(lastFailure != null && { lastFailure }),
    ...(heartbeatDetails != null && { heartbeatDetails }),
    ...(expired != null && { expired: expired as NonNullable<ClaimedActivity['expired']> }),
  }
}
