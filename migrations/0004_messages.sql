-- Messages that people and programs send to runs.
alter table {schema}.inbox drop constraint inbox_kind_check;
alter table {schema}.inbox add constraint inbox_kind_check
  check (kind in ('activity-result', 'terminate', 'signal', 'cancel', 'update'));

-- A delayed start. Its wake_at may be moved forward by a message that ends it, and this may not.
alter table {schema}.run_tasks add column start_at timestamptz;
update {schema}.run_tasks set start_at = wake_at where seq = 0 and wake_at > {schema}.now();
