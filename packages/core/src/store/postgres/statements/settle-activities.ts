// Ends attempts of claimed activities, and extends them. Safe against a claim that was lost: claim and owner must still
// be what they were. A result's hot row is locked before the task's row, in the order in which a closing run takes them.
import type { ActivityHeartbeat, ActivitySettlement } from '../../worker-session.js'
import { plainArray } from '../array-literal.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'
import { textList, textListRows } from '../text-list.js'
import { claimEnds } from './claim-activities.js'
import { sendMessagesParts } from './send-messages.js'

/**
 * Results: the task goes and its message is sent, if the claim holds. Answers rows of: run id, activity id, task queue
 * and owner of the run, and one row of nulls while the worker is there.
 */
export const settleResultsStatement = (s: string): Statement => ({
  name: 'settle-results',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
clock as materialized (select ${s}.now() as now),
locked as materialized (
  select from fence, unnest($2::uuid[]) with ordinality as i(run_id, place)
  join ${s}.run_tasks t on t.run_id = i.run_id for update of t
),
settled as (
  delete from ${s}.activity_tasks a
  using fence, (select count(*) from locked) l,
    rows from (unnest($2::uuid[]), ${textListRows('$3')}, unnest($4::bigint[]), ${['$5', '$6', '$7'].map(textListRows).join(', ')})
    with ordinality as i(run_id, activity_id, claim, kind, key, data, place)
  where a.run_id = i.run_id and a.activity_id = i.activity_id and a.claim = i.claim
    and a.owner_epoch is not distinct from $1::bigint
  returning a.run_id, a.activity_id, i.kind, i.key, i.data, i.place
),
messages as materialized (select run_id, place, kind, key, data from settled),
${sendMessagesParts(s)}
select null::uuid as run_id, null::text as activity_id, null::text as task_queue, null::bigint as owner from fence
union all
select run_id, activity_id, null, null from settled
union all
select run_id, null, task_queue, owner_epoch from bumped`,
})

type Result = Extract<ActivitySettlement, { type: 'result' }>
type Retry = Extract<ActivitySettlement, { type: 'retry' }>

/** In the order of run ids. */
export const settleResultsValues = (epoch: number, results: readonly Result[]): readonly SqlValue[] => [
  epoch,
  plainArray(results.map(({ runId }) => runId)),
  textList(results.map(({ activityId }) => activityId)),
  plainArray(results.map(({ claim }) => claim)),
  textList(results.map(({ message }) => message.kind)),
  textList(results.map(({ message }) => message.key)),
  textList(results.map(({ message }) => message.data)),
]

/** Answers the tasks that will be tried again, and one row of nulls while the worker is there. */
export const settleRetriesStatement = (s: string): Statement => ({
  name: 'settle-retries',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
settled as (
  update ${s}.activity_tasks a
  set claim = null, owner_epoch = null, attempt = i.attempt - 1, due_at = least(${s}.from_ms(i.due_at), a.expires_at),
    last_failure = i.last_failure::json, heartbeat_details = coalesce(i.details::json, a.heartbeat_details)
  from fence, rows from (unnest($2::uuid[]), ${textListRows('$3')}, unnest($4::bigint[]), unnest($5::integer[]),
    unnest($6::float8[]), ${textListRows('$7')}, ${textListRows('$8')})
    as i(run_id, activity_id, claim, attempt, due_at, last_failure, details)
  where a.run_id = i.run_id and a.activity_id = i.activity_id and a.claim = i.claim and a.owner_epoch is not distinct from $1::bigint
  returning a.run_id, a.activity_id, a.task_queue
)
select null::uuid as run_id, null::text as activity_id, null::text as task_queue from fence
union all
select run_id, activity_id, task_queue from settled`,
})

export const settleRetriesValues = (epoch: number, retries: readonly Retry[]): readonly SqlValue[] => [
  epoch,
  plainArray(retries.map(({ runId }) => runId)),
  textList(retries.map(({ activityId }) => activityId)),
  plainArray(retries.map(({ claim }) => claim)),
  plainArray(retries.map(({ attempt }) => attempt)),
  plainArray(retries.map(({ dueAt }) => dueAt)),
  textList(retries.map(({ lastFailure }) => lastFailure)),
  textList(retries.map(({ heartbeatDetails }) => heartbeatDetails)),
]

/** Answers the tasks whose claims hold, and one row of nulls while the worker is there. */
export const heartbeatStatement = (s: string): Statement => ({
  name: 'heartbeat-activities',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
clock as materialized (select ${s}.now() as now),
beaten as (
  update ${s}.activity_tasks a
  set heartbeat_at = clock.now, due_at = ${claimEnds('a.started_at', 'clock.now')},
    heartbeat_details = coalesce(i.details::json, a.heartbeat_details)
  from fence, clock, rows from (unnest($2::uuid[]), ${textListRows('$3')}, unnest($4::bigint[]), ${textListRows('$5')})
    as i(run_id, activity_id, claim, details)
  where a.run_id = i.run_id and a.activity_id = i.activity_id and a.claim = i.claim and a.owner_epoch is not distinct from $1::bigint
  returning a.run_id, a.activity_id
)
select null::uuid as run_id, null::text as activity_id from fence
union all
select run_id, activity_id from beaten`,
})

export const heartbeatValues = (epoch: number, beats: readonly ActivityHeartbeat[]): readonly SqlValue[] => [
  epoch,
  plainArray(beats.map(({ runId }) => runId)),
  textList(beats.map(({ activityId }) => activityId)),
  plainArray(beats.map(({ claim }) => claim)),
  textList(beats.map(({ details }) => details)),
]
