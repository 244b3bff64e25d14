-- What operators ask of runs: to pause and to go on, and to move a timer.
alter table {schema}.inbox drop constraint inbox_kind_check;
alter table {schema}.inbox add constraint inbox_kind_check check (kind in (
  'activity-result', 'terminate', 'signal', 'cancel', 'update', 'child-result', 'pause', 'resume', 'reschedule-timer'
));

alter table {schema}.runs drop constraint runs_status_check;
alter table {schema}.runs add constraint runs_status_check check (status in (
  'pending', 'running', 'paused', 'blocked',
  'completed', 'failed', 'timed-out', 'terminated', 'cancelled', 'continued-as-new'
));
alter table {schema}.runs drop constraint runs_check;
alter table {schema}.runs add constraint runs_check
  check ((closed_at is null) = (status in ('pending', 'running', 'paused', 'blocked')));

-- Who asked what of a run, when and why: also of what came too late to change anything.
create table {schema}.operations (
  run_id uuid not null,
  accepted_at timestamptz not null,
  position bigint generated always as identity,
  action text not null check (action in ('cancel', 'terminate', 'pause', 'resume', 'reschedule-timer')),
  reason text,
  operator text,
  details json not null,
  primary key (run_id, position)
);
