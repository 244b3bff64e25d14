// The one statement a second of a worker: renews its lease, removes dead workers, frees what dead workers owned, claims
// what is due and reports mail. Freeing reads the workers of the statement's snapshot, so it frees what belonged to
// workers that earlier statements removed: a claim that was in flight while its worker was removed is committed by then
// and seen, which one statement that removes and frees would miss. Nothing here waits for a row that another has locked.
import { plainArray } from '../array-literal.js'
import { isTrue } from '../is-true.js'
import type { Pin } from '../unwritten-pins.js'
import type { TickReply } from '../../worker-session.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'
import { claimActivitiesParts, claimedActivity } from './claim-activities.js'
import { claimRunsParts, type ClaimParameters, claimRunsValues, nextActivityPart } from './claim-runs.js'
import { freeRun } from './free-run.js'
import { hasOutgoing } from './outbox.js'
import { hasOpenQuestions } from './questions.js'

const placeholders = {
  epoch: '$1::bigint',
  workerId: '$2::text',
  engineVersion: '$3::integer',
  limit: '$4::integer',
  aheadMs: '$5::float8',
  taskQueues: '$6::text[]',
  priorities: '$7::smallint[]',
}
const names = '$8::text[]'
const activityLimit = '$9::integer'

/** Rows of a CTE as one JSON array of arrays of texts. */
const asJson = (cte: string, columns: readonly string[]): string =>
  `(select json_agg(json_build_array(${columns.map((column) => `${column}::text`).join(', ')})) from ${cte})`

const runColumns = (
  'run_id workflow_id workflow_type task_queue args created_at wake_at bundle current_bundle seq mail mail_consumed ' +
  'takeovers activities_lost blocked_attempts timeout_at priority first_at start_at parent_run_id child_id paused'
).split(' ')
const activityColumns = (
  'run_id workflow_id workflow_type activity_id name args options scheduled_at task_queue attempt claim started_at ' +
  'last_failure heartbeat_details expired'
).split(' ')

export const tickStatement = (s: string): Statement => ({
  name: 'tick',
  text: `
with recursive clock as materialized (select ${s}.now() as now),
fence as (
  update ${s}.workers w set lease_until = clock.now + w.lease_ms * interval '1 millisecond'
  from clock where w.epoch = $1::bigint
  returning w.epoch
),
dead as (
  delete from ${s}.workers w
  where w.epoch in (
    select o.epoch from fence, clock, ${s}.workers o
    where o.epoch <> $1::bigint and (
      o.lease_until < clock.now
      or o.backend_pid is not null
        and pg_postmaster_start_time() < clock.now - o.lease_ms * interval '1 millisecond'
        and not exists (
          select from pg_stat_get_activity(o.backend_pid) a
          where a.pid is not null and (a.backend_start is null or a.backend_start = o.backend_start)
        )
    )
    for update of o skip locked
  )
  returning w.worker_id
),
-- One index probe per owner, however many runs each has.
owners(epoch) as (
  (select t.owner_epoch from ${s}.run_tasks t where t.owner_epoch is not null order by t.owner_epoch limit 1)
  union all
  select (
    select t.owner_epoch from ${s}.run_tasks t where t.owner_epoch > owners.epoch order by t.owner_epoch limit 1
  ) from owners where owners.epoch is not null
),
activity_owners(epoch) as (
  (select a.owner_epoch from ${s}.activity_tasks a where a.owner_epoch is not null order by a.owner_epoch limit 1)
  union all
  select (
    select a.owner_epoch from ${s}.activity_tasks a where a.owner_epoch > o.epoch order by a.owner_epoch limit 1
  ) from activity_owners o where o.epoch is not null
),
orphans as (
  select t.run_id from fence, owners o, lateral (
    select t.run_id from ${s}.run_tasks t where t.owner_epoch = o.epoch for update skip locked
  ) t
  where o.epoch is not null and not exists (select from ${s}.workers w where w.epoch = o.epoch)
),
freed as (
  update ${s}.run_tasks t
  set ${freeRun('clock.now')}, takeovers = t.takeovers + 1
  from clock, orphans where t.run_id = orphans.run_id
  returning t.run_id
),
activity_orphans as (
  select t.run_id, t.activity_id from fence, activity_owners o, lateral (
    select a.run_id, a.activity_id from ${s}.activity_tasks a where a.owner_epoch = o.epoch for update skip locked
  ) t
  where o.epoch is not null and not exists (select from ${s}.workers w where w.epoch = o.epoch)
),
freed_activities as (
  update ${s}.activity_tasks a
  set owner_epoch = null, claim = null, worker_lost = true, due_at = clock.now
  from clock, activity_orphans o where a.run_id = o.run_id and a.activity_id = o.activity_id
),
mail as (
  select t.run_id, t.mail from ${s}.run_tasks t where t.owner_epoch = $1::bigint and t.mail > t.mail_consumed
),
pinned as (
  update ${s}.runs r
  set status = case when r.status = 'pending' then 'running' else r.status end, bundle = coalesce(r.bundle, i.bundle),
    started_at = coalesce(r.started_at, ${s}.from_ms(i.started_at))
  from fence, rows from (unnest($10::uuid[]), unnest($11::text[]), unnest($12::float8[])) as i(run_id, bundle, started_at)
  where r.run_id = i.run_id
),
${claimRunsParts(s, placeholders)},
${claimActivitiesParts(s, { ...placeholders, names, limit: activityLimit })},
${nextActivityPart(s, placeholders, names, 'due_activities')}
select ${s}.to_ms(clock.now), (select count(*) from freed),
  ${asJson('dead', ['worker_id'])}, ${asJson('mail', ['run_id', 'mail'])},
  ${asJson('claimed', runColumns)}, ${asJson('claimed_activities', activityColumns)},
  ${s}.to_ms(case when exists (select from freed) then clock.now else least(next_run.at, next_activity.at) end),
  ${hasOpenQuestions(s)}, ${hasOutgoing(s)}
from fence, clock, next_run, next_activity`,
})

export const tickValues = (
  worker: ClaimParameters,
  runs: { readonly limit: number; readonly aheadMs: number },
  activityLimit: number,
  pins: ReadonlyMap<string, Pin>,
): readonly SqlValue[] => [
  ...claimRunsValues(worker, runs),
  activityLimit,
  plainArray([...pins.keys()]),
  plainArray([...pins.values()].map(({ bundle }) => bundle)),
  plainArray([...pins.values()].map(({ startedAt }) => startedAt)),
]

const parseRows = (text: string | null | undefined): readonly SqlRow[] =>
  text == null ? [] : (JSON.parse(text) as readonly SqlRow[])

/** The runs as rows of `claimed`. */
export const tickReply = (row: SqlRow): Omit<TickReply, 'runs'> & { readonly claimed: readonly SqlRow[] } => {
  const [now, freedRuns, dead, mail, runs, activities, nextWakeAt, hasQuestions, left] = row
  return {
    now: Number(now),
    freedRuns: Number(freedRuns),
    deadWorkers: parseRows(dead).map(([workerId]) => workerId as string),
    mail: parseRows(mail).map(([runId, number]) => ({ runId: runId as string, mail: Number(number) })),
    claimed: parseRows(runs),
    activities: parseRows(activities).map(claimedActivity),
    nextWakeAt: nextWakeAt == null ? null : Number(nextWakeAt),
    hasQuestions: isTrue(hasQuestions),
    hasOutgoing: isTrue(left),
  }
}
