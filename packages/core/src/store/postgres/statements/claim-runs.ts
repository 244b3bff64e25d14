// Claims due runs. Two workers never get one run: rows are locked as they are found, and those that another has locked are
// skipped. The fence keeps the worker's row in place until the claim is committed, so that whoever finds the row gone
// afterwards sees the claim. With a million sleepers it reads only what is due: one range of the index per queue and
// priority, in the order given, until there are enough.
import type { ClaimedRun } from '../../worker-session.js'
import { plainArray, textArray } from '../array-literal.js'
import { isTrue } from '../is-true.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

/** Placeholders of a statement that claims runs. */
export interface ClaimPlaceholders {
  readonly epoch: string
  readonly workerId: string
  readonly engineVersion: string
  readonly limit: string
  readonly aheadMs: string
  readonly taskQueues: string
  readonly priorities: string
}

/** `due`, `claimed` and `next_run`, for a statement that has `fence` and `clock`. */
export const claimRunsParts = (s: string, p: ClaimPlaceholders): string => {
  const first = (what: string): string => `select ${what} from ${s}.history h where h.run_id = t.run_id and h.seq = 1`
  return `
due as materialized (
  select d.run_id, d.seq
  from fence, clock, unnest(${p.taskQueues}, ${p.priorities}) as q(task_queue, priority),
  lateral (
    select t.run_id, t.seq from ${s}.run_tasks t
    where t.owner_epoch is null and t.task_queue = q.task_queue and t.priority = q.priority
      and t.wake_at <= clock.now + ${p.aheadMs} * interval '1 millisecond' and t.engine_version <= ${p.engineVersion}
    order by t.wake_at
    limit ${p.limit}
    for update skip locked
  ) d
  limit ${p.limit}
),
claimed as (
  update ${s}.run_tasks t
  set owner_epoch = ${p.epoch}, owner = ${p.workerId}, engine_version = ${p.engineVersion},
    bundle = coalesce(r.bundle, case when due.seq is null and exists (${first('1')}) then t.bundle end, b.bundle)
  from due
  join ${s}.runs r on r.run_id = due.run_id
  left join ${s}.current_bundles b on b.workflow_type = r.workflow_type
  where t.run_id = due.run_id
  returning t.run_id, t.workflow_id, r.workflow_type, t.task_queue, case when r.started_at is null then r.args end as args,
    ${s}.to_ms(r.created_at) as created_at, ${s}.to_ms(t.wake_at) as wake_at, t.bundle,
    case when b.bundle <> t.bundle then b.bundle end as current_bundle, t.seq, t.mail, t.mail_consumed, t.takeovers,
    t.activities_lost, t.blocked_attempts, ${s}.to_ms(t.timeout_at) as timeout_at, t.priority,
    case when due.seq is null and r.started_at is null then (${first(`${s}.to_ms(h.recorded_at)`)}) end as first_at,
    ${s}.to_ms(t.start_at) as start_at, r.parent_run_id, r.child_id, r.status = 'paused' as paused,
    r.first_run_id
),
next_run as materialized (
  select case when due.claimed > 0 and due.claimed >= ${p.limit} then clock.now else min(n.wake_at) end as at
  from clock cross join (select count(*) as claimed from due) due
  left join lateral (
    select t.wake_at from unnest(${p.taskQueues}, ${p.priorities}) as q(task_queue, priority),
    lateral (
      select t.wake_at from ${s}.run_tasks t
      where t.owner_epoch is null and t.task_queue = q.task_queue and t.priority = q.priority
        and t.wake_at > case when ${p.limit} > 0 then clock.now + ${p.aheadMs} * interval '1 millisecond'
          else '-infinity' end
        and t.engine_version <= ${p.engineVersion}
      order by t.wake_at
      limit 1
    ) t
  ) n on true
  group by clock.now, due.claimed
)`
}

/** `next_activity`: when the next unclaimed activity is due that the worker could take. */
export const nextActivityPart = (
  s: string,
  p: Pick<ClaimPlaceholders, 'taskQueues' | 'priorities'>,
  names: string,
  /** A CTE with those that the same statement claims. */
  except?: string,
): string => `
next_activity as materialized (
  select min(a.due_at) as at
  from unnest(${p.taskQueues}, ${p.priorities}) as q(task_queue, priority),
  lateral (
    select a.due_at from ${s}.activity_tasks a
    where a.task_queue = q.task_queue and a.priority = q.priority and a.claim is null and a.name = any(${names})${
      except === undefined
        ? ''
        : `
      and not exists (select from ${except} e where e.run_id = a.run_id and e.activity_id = a.activity_id)`
    }
    order by a.due_at
    limit 1
  ) a
)`

const parameters: ClaimPlaceholders = {
  epoch: '$1::bigint',
  workerId: '$2::text',
  engineVersion: '$3::integer',
  limit: '$4::integer',
  aheadMs: '$5::float8',
  taskQueues: '$6::text[]',
  priorities: '$7::smallint[]',
}

/**
 * Answers `clock.now` and the next wake in each row, beside the columns of `claimed`.
 *
 * It doesn't wait until the log is on disk. A claim that a crash of the server undoes was nobody's any more: its worker
 * lost its connection in that crash, and with it its rights; and whatever a worker commits of a claimed run, which is all
 * that others ever see of it, puts the claim before it on disk as well.
 */
export const claimRunsStatement = (s: string): Statement => ({
  name: 'claim-runs',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
clock as materialized (select ${s}.now() as now),
unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
${claimRunsParts(s, parameters)},
${nextActivityPart(s, parameters, '$8::text[]')}
select ${s}.to_ms(clock.now), ${s}.to_ms(least(next_run.at, next_activity.at)), claimed.*
from fence, clock, unhurried, next_run, next_activity left join claimed on true`,
})

export interface ClaimParameters {
  readonly epoch: number
  readonly workerId: string
  readonly engineVersion: number
  readonly taskQueues: readonly string[]
  readonly activities: readonly string[]
}

const priorities = [1, 2, 3, 4, 5]

/** Queues in the order given within each priority: the caller turns them, so that none starves another. */
export const claimRunsValues = (
  worker: ClaimParameters,
  { limit, aheadMs }: { readonly limit: number; readonly aheadMs: number },
): readonly SqlValue[] => [
  worker.epoch,
  worker.workerId,
  worker.engineVersion,
  limit,
  aheadMs,
  textArray(priorities.flatMap(() => worker.taskQueues)),
  plainArray(priorities.flatMap((priority) => worker.taskQueues.map(() => priority))),
  textArray(worker.activities),
]

/** A row of `claimed`: the run, and when it was started if its last owner died before `runs` had its pin. */
export const claimedRun = (row: SqlRow): { readonly run: ClaimedRun; readonly startedAt: number | undefined } => {
  const [runId, workflowId, workflowType, taskQueue, args, createdAt, wakeAt, bundle, currentBundle] = row
  const [
    seq,
    mail,
    mailConsumed,
    takeovers,
    activitiesLost,
    blockedAttempts,
    timeoutAt,
    ,
    firstAt,
    startAt,
    parentRunId,
    childId,
    paused,
    firstRunId,
  ] = row.slice(9)
  const isNew = args != null && firstAt == null
  const run: ClaimedRun = {
    runId: runId as string,
    workflowId: workflowId as string,
    workflowType: workflowType as string,
    taskQueue: taskQueue as string,
    ...(isNew && { args }),
    ...(isNew && startAt != null && { startAt: Number(startAt) }),
    ...(parentRunId != null && childId != null && { parent: { runId: parentRunId, childId } }),
    ...(firstRunId != null && { firstRunId }),
    ...(isTrue(paused) && { paused: true }),
    createdAt: Number(createdAt),
    wakeAt: Number(wakeAt),
    bundle: bundle as string,
    ...(currentBundle != null && { currentBundle }),
    seq: seq === null ? null : Number(seq),
    mail: Number(mail),
    mailConsumed: Number(mailConsumed),
    takeovers: Number(takeovers),
    activitiesLost: isTrue(activitiesLost),
    blockedAttempts: Number(blockedAttempts),
    ...(timeoutAt != null && { timeoutAt: Number(timeoutAt) }),
  }
  return { run, startedAt: firstAt == null ? undefined : Number(firstAt) }
}
