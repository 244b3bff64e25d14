// The statements by which a run is reset, in one transaction. Rare, so each does one thing. The hot row is locked first, as
// everybody does who touches it, then the run's own.
import type { Statement } from '../driver/sql-driver.js'
import { rowsItem, type Section } from '../commit/commit-section.js'
import { activitiesOpen, history, requestsLeave, timersOpen } from '../commit/sections.js'
import { textListRows } from '../text-list.js'

/** A section of the commit as a statement of its own. */
const alone = (s: string, section: Section): Statement => {
  let last = 0
  const rows = rowsItem(section.columns, () => `$${(last += 1)}`)
  return {
    name: `reset-${section.name}`,
    text: `with gate as (select), clock as materialized (select ${s}.now() as now)${section.sql(s, rows)}`,
  }
}

export const resetStatements = (s: string) =>
  ({
    fence: {
      name: 'reset-fence',
      text: `select ${s}.to_ms(${s}.now()) from ${s}.workers where epoch = $1::bigint for key share`,
    },
    lockTask: {
      name: 'reset-lock-task',
      text: `select owner_epoch from ${s}.run_tasks where run_id = $1::uuid for update`,
    },
    /** Whether the new run is there, its workflow id, its queue, and the bundle to run it on. */
    lockRun: {
      name: 'reset-lock-run',
      text: `
select exists (select from ${s}.runs n where n.run_id = $2::uuid), r.workflow_id, r.task_queue,
  case when $3::text is null then (select c.bundle from ${s}.current_bundles c where c.workflow_type = r.workflow_type)
    else (select b.hash from ${s}.bundles b where b.hash = $3::text) end,
  ${s}.to_ms(${s}.now())
from ${s}.runs r where r.run_id = $1::uuid for update of r`,
    },
    holder: { name: 'reset-holder', text: `select run_id from ${s}.run_tasks where workflow_id = $1::text` },
    readInbox: {
      name: 'reset-read-inbox',
      text: `
select kind, key, data::text, ${s}.to_ms(received_at) from ${s}.inbox where run_id = $1::uuid order by mail`,
    },
    endedChildren: {
      name: 'reset-ended-children',
      text: `
select coalesce(first_run_id, run_id), status, result::text, failure::text, ${s}.to_ms(closed_at)
from ${s}.runs where parent_run_id = $1::uuid and next_run_id is null and closed_at is not null
order by closed_at, run_id`,
    },
    history: alone(s, history),
    timers: alone(s, timersOpen),
    activities: alone(s, activitiesOpen),
    outgoing: alone(s, requestsLeave),
    /** The run ends as terminated. */
    close: {
      name: 'reset-close',
      text: `
with timer as (delete from ${s}.timers where run_id = $1::uuid),
activity as (delete from ${s}.activity_tasks where run_id = $1::uuid),
mail as (delete from ${s}.inbox where run_id = $1::uuid)
update ${s}.runs set status = 'terminated', blocked = null, failure = $2::json, closed_at = ${s}.now()
where run_id = $1::uuid`,
    },
    goesOn: { name: 'reset-goes-on', text: `update ${s}.runs set next_run_id = $2::uuid where run_id = $1::uuid` },
    begin: {
      name: 'reset-begin',
      text: `
insert into ${s}.runs (run_id, workflow_id, workflow_type, task_queue, args, created_at, parent_run_id, child_id,
  priority, timeout_ms, first_run_id, status, bundle, started_at)
select $2::uuid, workflow_id, workflow_type, task_queue, args, ${s}.now(), parent_run_id, child_id,
  priority, timeout_ms, coalesce(first_run_id, run_id), case when $3::boolean then 'pending' else 'running' end, $4::text,
  case when $3::boolean then null else coalesce(started_at, created_at) end
from ${s}.runs where run_id = $1::uuid`,
    },
    /** The hot row passes on, so that the workflow id is never free in between. */
    passTask: {
      name: 'reset-pass-task',
      text: `
update ${s}.run_tasks
set run_id = $2::uuid, wake_at = ${s}.now(), start_at = null, owner_epoch = null, owner = null, bundle = $3::text,
  mail = $4::integer, mail_consumed = $5::integer, seq = $6::integer, takeovers = 0, activities_lost = false,
  blocked_attempts = 0, engine_version = $7::integer, timeout_at = ${s}.now() + timeout_ms * interval '1 millisecond'
where run_id = $1::uuid`,
    },
    /** The parameters of `passTask`. Answers nothing when the workflow id is taken. */
    beginTask: {
      name: 'reset-begin-task',
      text: `
insert into ${s}.run_tasks (run_id, workflow_id, task_queue, priority, wake_at, timeout_ms, timeout_at, bundle, mail,
  mail_consumed, seq, engine_version)
select $2::uuid, workflow_id, task_queue, coalesce(priority, 3), ${s}.now(), timeout_ms,
  ${s}.now() + timeout_ms * interval '1 millisecond', $3::text, $4::integer, $5::integer, $6::integer, $7::integer
from ${s}.runs where run_id = $1::uuid`,
    },
    copyHistory: {
      name: 'reset-copy-history',
      text: `
insert into ${s}.history (run_id, seq, type, recorded_at, data)
select $2::uuid, seq, type, recorded_at, data from ${s}.history where run_id = $1::uuid and seq <= $3::integer`,
    },
    inbox: {
      name: 'reset-inbox',
      text: `
insert into ${s}.inbox (run_id, mail, kind, key, data, received_at)
select $1::uuid, i.mail, i.kind, i.key, i.data::json, ${s}.from_ms(i.received_at)
from rows from (unnest($2::integer[]), ${['$3', '$4', '$5'].map(textListRows).join(', ')}, unnest($6::float8[]))
  as i(mail, kind, key, data, received_at)`,
    },
  }) satisfies Record<string, Statement>
