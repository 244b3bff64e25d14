-- Timers of handles, and time-outs of conditions.
alter table {schema}.timers drop constraint timers_kind_check;
alter table {schema}.timers add constraint timers_kind_check check (kind in ('sleep', 'timer', 'timeout'));
