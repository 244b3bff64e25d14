-- Messages that people and programs send to runs.
alter table {schema}.inbox drop constraint inbox_kind_check;
alter table {schema}.inbox add constraint inbox_kind_check
  check (kind in ('activity-result', 'terminate', 'signal', 'cancel', 'update', 'child-result'));

-- A delayed start. Its wake_at may be moved forward by a message that ends it, and this may not.
alter table {schema}.run_tasks add column start_at timestamptz;
update {schema}.run_tasks set start_at = wake_at where seq = 0 and wake_at > {schema}.now();

-- What became of updates, for who sent them: also of those that were refused, of which a history has nothing.
create table {schema}.update_outcomes (
  run_id uuid not null,
  ended_at timestamptz not null,
  update_id text not null check (octet_length(update_id) between 1 and 765),
  outcome json not null,
  primary key (run_id, update_id)
);

-- Runs that continue as new: where they go on, and the time-out that each of them has.
alter table {schema}.runs add column next_run_id uuid;
alter table {schema}.run_tasks add column timeout_ms float8 check (timeout_ms > 0);

-- Children: who hears how they end, and under which name.
alter table {schema}.runs add column parent_run_id uuid;
alter table {schema}.runs add column child_id text check (octet_length(child_id) between 1 and 765);

-- What committed turns ask of other runs: starts of children, messages. A row goes when it was carried out.
create table {schema}.outbox (
  run_id uuid not null,
  committed_at timestamptz not null,
  position integer not null check (position > 0),
  request json not null,
  primary key (run_id, position)
);

create index outbox_by_age on {schema}.outbox (committed_at);
