-- Runs, their histories, and what moves them. {schema} stands for the quoted name of Foliot's schema.

-- The one door for time: nothing else in Foliot reads a clock in SQL. Whole milliseconds, so that an instant survives
-- the way through a JavaScript number and back.
create function {schema}.now() returns timestamptz
language sql volatile as
$$ select date_trunc('milliseconds', clock_timestamp()) $$;

create function {schema}.to_ms(at timestamptz) returns float8
language sql stable as
$$ select round(date_part('epoch', at) * 1000) $$;

create function {schema}.from_ms(ms float8) returns timestamptz
language sql immutable as
$$ select to_timestamp(ms / 1000) $$;

-- Bundles: workflow code as data. The id is the hash of the content.
create table {schema}.bundles (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  code text not null,
  map text not null,
  manifest json not null,
  registered_at timestamptz not null default {schema}.now()
);

-- The bundle on which new runs of a workflow start.
create table {schema}.current_bundles (
  workflow_type text primary key check (octet_length(workflow_type) between 1 and 765),
  bundle text not null references {schema}.bundles (hash),
  set_at timestamptz not null default {schema}.now()
);

-- Live workers. A row that is gone takes all rights of its worker along; an epoch is never used twice.
create table {schema}.workers (
  epoch bigint generated always as identity primary key,
  worker_id text not null unique check (octet_length(worker_id) between 1 and 765),
  lease_until timestamptz not null,
  lease_ms integer not null check (lease_ms > 0),
  task_queues text[] not null,
  activities text[] not null,
  engine_version integer not null check (engine_version > 0),
  host text not null,
  process_id integer not null,
  -- Of the worker's own connection, where it goes straight to the server: its end is the worker's death.
  backend_pid integer,
  backend_start timestamptz,
  registered_at timestamptz not null default {schema}.now()
) with (fillfactor = 50);

-- Every run, open and closed: its identity and what became of it. Only columns that never change are indexed, so that
-- updates stay within their page.
create table {schema}.runs (
  run_id uuid primary key,
  created_at timestamptz not null,
  started_at timestamptz,
  closed_at timestamptz,
  workflow_id text not null check (octet_length(workflow_id) between 1 and 765),
  workflow_type text not null check (octet_length(workflow_type) between 1 and 765),
  task_queue text not null check (octet_length(task_queue) between 1 and 765),
  status text not null check (status in (
    'pending', 'running', 'blocked',
    'completed', 'failed', 'timed-out', 'terminated', 'cancelled', 'continued-as-new'
  )),
  bundle text,
  args json not null,
  result json,
  failure json,
  blocked json,
  check ((closed_at is null) = (status in ('pending', 'running', 'blocked')))
) with (fillfactor = 45);

create index runs_by_workflow_id on {schema}.runs (workflow_id, run_id);

-- The hot row of an open run, gone when it closes: when it is due, and who owns it.
create table {schema}.run_tasks (
  run_id uuid primary key,
  wake_at timestamptz,
  timeout_at timestamptz,
  owner_epoch bigint,
  -- Number of the newest message, and of the newest that the run has consumed.
  mail integer not null default 0 check (mail >= 0),
  mail_consumed integer not null default 0 check (mail_consumed between 0 and mail),
  -- Number of the last event. Null: only the history knows.
  seq integer default 0 check (seq >= 0),
  engine_version integer not null default 1 check (engine_version > 0),
  blocked_attempts integer not null default 0 check (blocked_attempts >= 0),
  takeovers smallint not null default 0 check (takeovers >= 0),
  priority smallint not null check (priority between 1 and 5),
  activities_lost boolean not null default false,
  -- One open run per workflow id. As in `runs`, where the names are checked.
  workflow_id text not null unique,
  task_queue text not null,
  owner text,
  -- What the owner runs it on. A run's row has it once the run has lived for a second.
  bundle text,
  check ((owner is null) = (owner_epoch is null))
) with (fillfactor = 50);

create index run_tasks_due on {schema}.run_tasks (task_queue, priority, wake_at)
  where owner_epoch is null and wake_at is not null;
create index run_tasks_by_owner on {schema}.run_tasks (owner_epoch) where owner_epoch is not null;
create index run_tasks_with_mail on {schema}.run_tasks (owner_epoch)
  where owner_epoch is not null and mail > mail_consumed;

-- The truth about a run: everything that happened to it and everything that it asked for.
create table {schema}.history (
  run_id uuid not null,
  recorded_at timestamptz not null,
  seq integer not null check (seq > 0),
  type text not null check (type <> ''),
  data json not null,
  primary key (run_id, seq)
);

-- Messages to open runs. A consumed message goes; one with a key leaves its key (data null), so that a second of that
-- key is still known, until the run closes.
create table {schema}.inbox (
  run_id uuid not null,
  received_at timestamptz not null,
  mail integer not null check (mail > 0),
  kind text not null check (kind in ('activity-result', 'terminate')),
  key text check (octet_length(key) between 1 and 765),
  data json,
  primary key (run_id, mail),
  check (data is not null or key is not null)
);

create unique index inbox_keys on {schema}.inbox (run_id, key) where key is not null;

-- Open timers: what people see, never what decides. The history is the truth, run_tasks.wake_at wakes.
create table {schema}.timers (
  run_id uuid not null,
  fire_at timestamptz not null,
  timer_id text not null check (octet_length(timer_id) between 1 and 765),
  kind text not null check (kind in ('sleep')),
  primary key (run_id, timer_id)
);

-- Activities that wait for a worker, or that one has taken.
create table {schema}.activity_tasks (
  run_id uuid not null,
  -- Waiting: when it is to be run. Claimed: when the claim may be taken over.
  due_at timestamptz not null,
  -- When a waiting task is over without having run.
  expires_at timestamptz,
  scheduled_at timestamptz not null,
  schedule_to_close_at timestamptz,
  schedule_to_start_at timestamptz,
  start_to_close_ms float8 not null,
  heartbeat_ms float8,
  started_at timestamptz,
  heartbeat_at timestamptz,
  claim bigint,
  owner_epoch bigint,
  -- The last attempt that was started, 0 for none.
  attempt integer not null check (attempt >= 0),
  -- 0 for no limit.
  maximum_attempts integer not null check (maximum_attempts >= 0),
  priority smallint not null check (priority between 1 and 5),
  worker_lost boolean not null default false,
  activity_id text not null check (octet_length(activity_id) between 1 and 765),
  task_queue text not null check (octet_length(task_queue) between 1 and 765),
  name text not null check (octet_length(name) between 1 and 765),
  args json not null,
  options json not null,
  last_failure json,
  heartbeat_details json,
  primary key (run_id, activity_id),
  check ((claim is null) = (owner_epoch is null))
) with (fillfactor = 80);

create index activity_tasks_due on {schema}.activity_tasks (task_queue, priority, due_at);
create index activity_tasks_by_owner on {schema}.activity_tasks (owner_epoch) where owner_epoch is not null;

create sequence {schema}.activity_claims;

-- Questions to runs and their answers. Unlogged: an asker that loses its question in a crash asks again.
create unlogged table {schema}.queries (
  query_id uuid primary key,
  run_id uuid not null,
  asked_at timestamptz not null default {schema}.now(),
  expires_at timestamptz not null,
  name text not null check (octet_length(name) between 1 and 765),
  args json not null,
  answer json
);

create index queries_by_run on {schema}.queries (run_id);
