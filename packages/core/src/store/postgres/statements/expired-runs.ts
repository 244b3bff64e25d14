// Finds closed runs that may go. Plain reads, bounded by the primary key of `runs`: its order is that of the creators'
// clocks, so the walk ends at the ids of that age. A run whose creator's clock ran ahead is found later by as much.
import type { ExpiredRunsPage, ExpiredRunsQuery } from '../../expired-runs.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

/** What makes a closed run `r` expired, once it is old enough: the list in store/expired-runs.ts, in its order. */
export const isUnreferenced = (s: string): string => `
  not exists (select from ${s}.outbox o where o.run_id = r.run_id)
  and not (r.parent_run_id is not null and exists (select from ${s}.outbox o where o.run_id = r.parent_run_id))
  and not exists (select from ${s}.runs c where c.parent_run_id = r.run_id and c.closed_at is null)
  and not (r.next_run_id is not null and exists (select from ${s}.run_tasks t where t.run_id = r.next_run_id))
  and not (
    r.next_run_id is not null and r.parent_run_id is not null
    and exists (select from ${s}.run_tasks t where t.run_id = r.parent_run_id)
    and exists (select from ${s}.run_tasks t where t.workflow_id = r.workflow_id)
    and not exists (select from ${s}.runs p where p.workflow_id = r.workflow_id and p.next_run_id = r.run_id)
  )`

/** The least id that is made at an instant of `clock`. */
const idAt = (at: string): string =>
  `(rpad(lpad(to_hex(floor(date_part('epoch', ${at}) * 1000)::bigint), 12, '0'), 32, '0'))::uuid`

const leastId = '00000000-0000-0000-0000-000000000000'

export const expiredRunsStatement = (s: string): Statement => ({
  name: 'expired-runs',
  text: `
with clock as materialized (select ${s}.now() - $1::float8 * interval '1 millisecond' as before),
bound as materialized (
  select clock.before, ${idAt('clock.before')} as end_id, (
    select r.run_id from ${s}.runs r where r.run_id > $2::uuid and r.run_id < ${idAt('clock.before')}
    order by r.run_id offset $4::bigint - 1 limit 1
  ) as last_id
  from clock
),
found as materialized (
  select r.run_id from bound, ${s}.runs r
  where r.run_id > $2::uuid and r.run_id < bound.end_id and r.run_id <= coalesce(bound.last_id, bound.end_id)
    and r.closed_at < bound.before and ${isUnreferenced(s)}
  order by r.run_id
  limit $3::bigint
)
select f.run_id, (select h.seq from ${s}.history h where h.run_id = f.run_id order by h.seq desc limit 1), bound.last_id
from bound left join found f on true
order by f.run_id`,
})

export const expiredRunsValues = ({ olderThanMs, after, limit, scanLimit }: ExpiredRunsQuery): readonly SqlValue[] => [
  olderThanMs,
  after ?? leastId,
  limit,
  scanLimit,
]

export const expiredRunsPage = (rows: readonly SqlRow[], limit: number): ExpiredRunsPage => {
  const runs = rows.flatMap(([runId, events]) =>
    runId == null ? [] : [{ runId: runId as string, events: Number(events ?? 0) }],
  )
  const next = runs.length === limit ? runs[runs.length - 1]?.runId : (rows[0]?.[2] as string | null | undefined)
  return { runs, ...(next != null && { next }) }
}
