// What a commit can write, kind by kind. Every section reads `gate`, which has its one row only while the worker's row is
// there and no timer fires ahead of the clock; those that touch run_tasks read `go`, which comes after the locks.
import type { Section } from './commit-section.js'

/** Appended events. The primary key refuses a number that is taken, and with it the whole commit. */
export const history: Section = {
  name: 'history',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'seq', type: 'integer' },
    { name: 'type', type: 'text' },
    { name: 'recorded_at', type: 'float8' },
    { name: 'data', type: 'text' },
  ],
  sql: (s, rows) => `
  insert into ${s}.history (run_id, seq, type, recorded_at, data)
  select i.run_id, i.seq, i.type, ${s}.from_ms(i.recorded_at), i.data::json from gate, ${rows}`,
}

/** Runs that go on: pinned by their first turn, no longer blocked, paused or resumed. */
export const runsGoOn: Section = {
  name: 'runs_go_on',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'status', type: 'text' },
    { name: 'bundle', type: 'text' },
    { name: 'started_at', type: 'float8' },
  ],
  sql: (s, rows) => `
  update ${s}.runs r
  set status = i.status, blocked = null, bundle = coalesce(i.bundle, r.bundle),
    started_at = coalesce(r.started_at, ${s}.from_ms(i.started_at))
  from gate, ${rows} where r.run_id = i.run_id`,
}

export const runsClose: Section = {
  name: 'runs_close',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'status', type: 'text' },
    { name: 'result', type: 'text' },
    { name: 'failure', type: 'text' },
    { name: 'bundle', type: 'text' },
    { name: 'started_at', type: 'float8' },
  ],
  sql: (s, rows) => `
  update ${s}.runs r
  set status = i.status, blocked = null, result = i.result::json, failure = i.failure::json, closed_at = clock.now,
    bundle = coalesce(i.bundle, r.bundle), started_at = coalesce(r.started_at, ${s}.from_ms(i.started_at))
  from gate, clock, ${rows} where r.run_id = i.run_id`,
}

/** Runs that end by going on as another; `tasks_continue` has the columns. */
export const runsContinued: Section = {
  name: 'runs_continued',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'new_run_id', type: 'uuid' },
    { name: 'args', type: 'text' },
    { name: 'mail', type: 'integer' },
    { name: 'bundle', type: 'text' },
    { name: 'started_at', type: 'float8' },
  ],
  sql: (s, rows) => `
  update ${s}.runs r
  set status = 'continued-as-new', blocked = null, closed_at = clock.now, next_run_id = i.new_run_id,
    bundle = coalesce(i.bundle, r.bundle), started_at = coalesce(r.started_at, ${s}.from_ms(i.started_at))
  from gate, clock, ${rows} where r.run_id = i.run_id`,
}

/** The runs in which they go on. */
export const runsContinuing: Section = {
  name: 'runs_continuing',
  columns: runsContinued.columns,
  sql: (s, rows) => `
  insert into ${s}.runs (run_id, workflow_id, workflow_type, task_queue, status, args, created_at, parent_run_id, child_id,
    priority, timeout_ms, first_run_id)
  select i.new_run_id, r.workflow_id, r.workflow_type, r.task_queue, 'pending', i.args::json, clock.now,
    r.parent_run_id, r.child_id, r.priority, r.timeout_ms, coalesce(r.first_run_id, r.run_id)
  from gate, clock, ${rows} join ${s}.runs r on r.run_id = i.run_id`,
}

/** The hot row passes from the one to the other, so that the workflow id is never free in between. */
export const tasksContinue: Section = {
  name: 'tasks_continue',
  columns: runsContinued.columns,
  sql: (s, rows) => `
  update ${s}.run_tasks t
  set run_id = i.new_run_id, wake_at = clock.now, start_at = null, owner_epoch = null, owner = null, bundle = null,
    mail = i.mail, mail_consumed = 0, seq = 0, takeovers = 0, activities_lost = false, blocked_attempts = 0,
    timeout_at = clock.now + t.timeout_ms * interval '1 millisecond'
  from go, clock, ${rows} where t.run_id = i.run_id and t.owner_epoch is not distinct from $1::bigint
  returning t.run_id, t.mail, false as has_mail, t.task_queue as released`,
}

export const mailCarried: Section = {
  name: 'mail_carried',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'mail', type: 'integer' },
    { name: 'data', type: 'text' },
  ],
  sql: (s, rows) => `
  insert into ${s}.inbox (run_id, mail, kind, data, received_at)
  select i.run_id, i.mail, 'signal', i.data::json, clock.now from gate, clock, ${rows}`,
}

export const runsBlock: Section = {
  name: 'runs_block',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'reason', type: 'text' },
    { name: 'bundle', type: 'text' },
    { name: 'started_at', type: 'float8' },
  ],
  sql: (s, rows) => `
  update ${s}.runs r
  set status = 'blocked', blocked = i.reason::json, bundle = coalesce(i.bundle, r.bundle),
    started_at = coalesce(r.started_at, ${s}.from_ms(i.started_at))
  from gate, ${rows} where r.run_id = i.run_id`,
}

/**
 * Hot rows that stay: k(eep), p(ark), b(lock), r(elease), h(eld: released before its
 * start, with `mail_consumed` the mail that was seen and left), u(nblock alone). Each is compared with its mail counter here,
 * on the row: under READ COMMITTED a row that was waited for is read again, so mail that came meanwhile is seen.
 * `is not distinct from` keeps the planner off the index by owner, which would find all of the worker's runs for each.
 */
export const tasksStay: Section = {
  name: 'tasks_stay',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'kind', type: 'text' },
    { name: 'wake_at', type: 'float8' },
    { name: 'seq', type: 'integer' },
    { name: 'mail_consumed', type: 'integer' },
    { name: 'unblock', type: 'boolean' },
    { name: 'activities_lost', type: 'boolean' },
  ],
  sql: (s, rows) => {
    const letGo = `i.kind in ('b', 'r', 'h') or i.kind = 'p' and t.mail <= i.mail_consumed`
    return `
  update ${s}.run_tasks t
  set owner_epoch = case when ${letGo} then null else t.owner_epoch end,
    owner = case when ${letGo} then null else t.owner end,
    wake_at = case
      when i.kind = 'u' then t.wake_at
      when i.kind in ('r', 'h') and t.mail > i.mail_consumed then least(${s}.from_ms(i.wake_at), clock.now)
      else ${s}.from_ms(i.wake_at) end,
    seq = case when i.kind = 'u' or i.kind in ('b', 'r', 'h') and t.seq is null then t.seq else i.seq end,
    mail_consumed = case when i.kind in ('u', 'h') then t.mail_consumed else i.mail_consumed end,
    takeovers = case when i.kind in ('k', 'p') then 0 else t.takeovers end,
    activities_lost = case when i.kind in ('k', 'p') then false else t.activities_lost or i.activities_lost end,
    blocked_attempts = case when i.unblock then 0 when i.kind = 'b' then t.blocked_attempts + 1 else t.blocked_attempts end
  from go, clock, ${rows} where t.run_id = i.run_id and t.owner_epoch is not distinct from $1::bigint
  returning t.run_id, t.mail, i.kind in ('k', 'p') and t.mail > t.mail_consumed as has_mail,
    case when i.kind in ('r', 'h') then t.task_queue end as released`
  },
}

export const tasksClose: Section = {
  name: 'tasks_close',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'mail', type: 'integer' },
  ],
  sql: (s, rows) => `
  delete from ${s}.run_tasks t using go, ${rows} where t.run_id = i.run_id and t.owner_epoch is not distinct from $1::bigint`,
}

const ofClosedRuns = (name: string, table: string): Section => ({
  name,
  columns: tasksClose.columns,
  sql: (s, rows) => `
  delete from ${s}.${table} t using gate, ${rows} where t.run_id = i.run_id`,
})

export const timersOfClosedRuns = ofClosedRuns('timers_of_closed', 'timers')
export const activitiesOfClosedRuns = ofClosedRuns('activities_of_closed', 'activity_tasks')
/** Signals that the run hasn't consumed stay, for people to see. */
export const inboxOfClosedRuns: Section = {
  name: 'inbox_of_closed',
  columns: tasksClose.columns,
  sql: (s, rows) => `
  delete from ${s}.inbox t using gate, ${rows}
  where t.run_id = i.run_id and (t.mail <= i.mail or t.kind <> 'signal')`,
}

export const timersOpen: Section = {
  name: 'timers_open',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'timer_id', type: 'text' },
    { name: 'kind', type: 'text' },
    { name: 'fire_at', type: 'float8' },
  ],
  sql: (s, rows) => `
  insert into ${s}.timers (run_id, timer_id, kind, fire_at)
  select i.run_id, i.timer_id, i.kind, ${s}.from_ms(i.fire_at) from gate, ${rows}
  on conflict (run_id, timer_id) do update set kind = excluded.kind, fire_at = excluded.fire_at`,
}

export const timersClose: Section = {
  name: 'timers_close',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'timer_id', type: 'text' },
  ],
  sql: (s, rows) => `
  delete from ${s}.timers t using gate, ${rows} where t.run_id = i.run_id and t.timer_id = i.timer_id`,
}

export const activitiesOpen: Section = {
  name: 'activities_open',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'activity_id', type: 'text' },
    { name: 'task_queue', type: 'text' },
    { name: 'name', type: 'text' },
    { name: 'priority', type: 'smallint' },
    { name: 'attempt', type: 'integer' },
    { name: 'due_at', type: 'float8' },
    { name: 'expires_at', type: 'float8' },
    { name: 'scheduled_at', type: 'float8' },
    { name: 'schedule_to_close_at', type: 'float8' },
    { name: 'schedule_to_start_at', type: 'float8' },
    { name: 'start_to_close_ms', type: 'float8' },
    { name: 'heartbeat_ms', type: 'float8' },
    { name: 'maximum_attempts', type: 'integer' },
    { name: 'args', type: 'text' },
    { name: 'options', type: 'text' },
    { name: 'last_failure', type: 'text' },
    { name: 'heartbeat_details', type: 'text' },
  ],
  sql: (s, rows) => `
  insert into ${s}.activity_tasks (run_id, activity_id, task_queue, name, priority, attempt, due_at, expires_at,
    scheduled_at, schedule_to_close_at, schedule_to_start_at, start_to_close_ms, heartbeat_ms, maximum_attempts, args,
    options, last_failure, heartbeat_details)
  select i.run_id, i.activity_id, i.task_queue, i.name, i.priority, i.attempt, ${s}.from_ms(i.due_at),
    ${s}.from_ms(i.expires_at), ${s}.from_ms(i.scheduled_at), ${s}.from_ms(i.schedule_to_close_at),
    ${s}.from_ms(i.schedule_to_start_at), i.start_to_close_ms, i.heartbeat_ms, i.maximum_attempts, i.args::json, i.options::json, i.last_failure::json,
    i.heartbeat_details::json
  from gate, ${rows}
  on conflict (run_id, activity_id) do nothing`,
}

export const activitiesClose: Section = {
  name: 'activities_close',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'activity_id', type: 'text' },
  ],
  sql: (s, rows) => `
  delete from ${s}.activity_tasks t using gate, ${rows} where t.run_id = i.run_id and t.activity_id = i.activity_id`,
}

/** What turns ask of other runs. */
export const requestsLeave: Section = {
  name: 'requests_leave',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'position', type: 'integer' },
    { name: 'request', type: 'text' },
  ],
  sql: (s, rows) => `
  insert into ${s}.outbox (run_id, position, request, committed_at)
  select i.run_id, i.position, i.request::json, clock.now from gate, clock, ${rows}`,
}

export const updatesEnd: Section = {
  name: 'updates_end',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'update_id', type: 'text' },
    { name: 'outcome', type: 'text' },
  ],
  sql: (s, rows) => `
  insert into ${s}.update_outcomes (run_id, update_id, outcome, ended_at)
  select i.run_id, i.update_id, i.outcome::json, clock.now from gate, clock, ${rows}
  on conflict (run_id, update_id) do nothing`,
}

/** Consumed mail goes, but for the keys. */
export const mailConsumed: Section = {
  name: 'mail_consumed',
  columns: [
    { name: 'run_id', type: 'uuid' },
    { name: 'mail', type: 'integer' },
  ],
  sql: (s, rows) => `
  delete from ${s}.inbox t using gate, ${rows} where t.run_id = i.run_id and t.mail <= i.mail and t.key is null`,
}

export const mailKeysKept: Section = {
  name: 'mail_keys_kept',
  columns: mailConsumed.columns,
  sql: (s, rows) => `
  update ${s}.inbox t set data = null
  from gate, ${rows} where t.run_id = i.run_id and t.mail <= i.mail and t.key is not null and t.data is not null`,
}
