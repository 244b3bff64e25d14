-- Runs that are reset go on as new ones, which begin with a part of their history.

-- What such a run has of the one before it; null for the default, and for the run itself.
alter table {schema}.runs add column priority smallint check (priority between 1 and 5);
alter table {schema}.runs add column timeout_ms float8 check (timeout_ms > 0);
-- The run that a chain of runs began with, by which a parent knows its child.
alter table {schema}.runs add column first_run_id uuid;

update {schema}.runs r set priority = nullif(t.priority, 3), timeout_ms = t.timeout_ms
  from {schema}.run_tasks t where t.run_id = r.run_id and (t.priority <> 3 or t.timeout_ms is not null);

alter table {schema}.inbox drop constraint inbox_kind_check;
alter table {schema}.inbox add constraint inbox_kind_check check (kind in (
  'activity-result', 'terminate', 'signal', 'cancel', 'update', 'child-result', 'pause', 'resume', 'reschedule-timer',
  'reset', 'reset-note'
));

alter table {schema}.operations drop constraint operations_action_check;
alter table {schema}.operations add constraint operations_action_check check (action in (
  'cancel', 'terminate', 'pause', 'resume', 'reschedule-timer', 'reset', 'retry'
));
