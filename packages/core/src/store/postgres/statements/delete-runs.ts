// Deletes closed runs with all that is theirs. Safe because a run that is closed and unreferenced never comes to be
// referenced again: children are started by requests that stand in the outbox until the child is there. Runs that another
// deletes at this moment are left to it.
import type { RunDeletion } from '../../expired-runs.js'
import { plainArray } from '../array-literal.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'
import { isUnreferenced } from './expired-runs.js'

const tables = ['history', 'inbox', 'update_outcomes', 'operations', 'timers', 'activity_tasks', 'queries'] as const

export const deleteRunsStatement = (s: string): Statement => ({
  name: 'delete-runs',
  text: `
with recursive clock as materialized (select ${s}.now() - $2::float8 * interval '1 millisecond' as before),
doomed as materialized (
  select r.run_id, r.workflow_id, r.next_run_id from clock, ${s}.runs r
  where r.run_id = any($1::uuid[]) and r.closed_at < clock.before and ${isUnreferenced(s, 'clock.before')}
  order by r.run_id
  for update of r skip locked
),
-- Where a run that stays goes on when the runs behind it go.
beyond(run_id, next_run_id) as (
  select d.run_id, d.next_run_id from doomed d
  union all
  select b.run_id, d.next_run_id from beyond b join doomed d on d.run_id = b.next_run_id
),
joined as (
  update ${s}.runs p set next_run_id = b.next_run_id
  from doomed d join beyond b on b.run_id = d.run_id
  where p.workflow_id = d.workflow_id and p.next_run_id = d.run_id and b.next_run_id is not null
    and not exists (select from doomed x where x.run_id = p.run_id or x.run_id = b.next_run_id)
),
${tables.map((table) => `${table}_gone as (delete from ${s}.${table} t using doomed d where t.run_id = d.run_id)`).join(',\n')}
delete from ${s}.runs r using doomed d where r.run_id = d.run_id
returning r.run_id`,
})

export const deleteRunsValues = ({ runIds, olderThanMs }: RunDeletion): readonly SqlValue[] => [
  plainArray(runIds),
  olderThanMs,
]
