// Finds closed runs that may go. Plain reads, bounded by the primary key of `runs`: its order is that of the creators'
// clocks, so the walk ends at the ids of that age. A run whose creator's clock ran ahead is found later by as much.
import type { ExpiredRunsPage, ExpiredRunsQuery } from '../../expired-runs.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

/** One look at an index for each run: without the fence the planner reads whole tables into a hash for a few runs. */
const found = (s: string, table: string, condition: string): string =>
  `exists (select from ${s}.${table} x where ${condition} offset 0)`

/**
 * What makes a closed run `r` expired, once it is old enough: the list in store/expired-runs.ts, in its order.
 *
 * @param before the instant before which runs are old enough, in SQL
 */
export const isUnreferenced = (s: string, before: string): string => `
  not ${found(s, 'outbox', 'x.run_id = r.run_id')}
  and not (r.parent_run_id is not null and ${found(s, 'outbox', 'x.run_id = r.parent_run_id')})
  and not ${found(s, 'runs', 'x.parent_run_id = r.run_id and x.closed_at is null')}
  and not (r.next_run_id is not null and ${found(
    s,
    'runs',
    `x.run_id = r.next_run_id and (x.closed_at is null or x.closed_at >= ${before})`,
  )})
  and not (
    r.next_run_id is not null and r.parent_run_id is not null
    and ${found(s, 'run_tasks', 'x.run_id = r.parent_run_id')}
    and ${found(s, 'run_tasks', 'x.workflow_id = r.workflow_id')}
    and not ${found(s, 'runs', 'x.workflow_id = r.workflow_id and x.next_run_id = r.run_id')}
  )`

/** The least id that is made at an instant of `clock`. */
const idAt = (at: string): string =>
  `(rpad(lpad(to_hex(floor(date_part('epoch', ${at}) * 1000)::bigint), 12, '0'), 32, '0'))::uuid`

const leastId = '00000000-0000-0000-0000-000000000000'

export const expiredRunsStatement = (s: string): Statement => ({
  name: 'expired-runs',
  text: `
with clock as materialized (select ${s}.now() - $1::float8 * interval '1 millisecond' as before),
-- The last of the runs to look at, and whether more come behind them.
bound as materialized (
  select coalesce(last.run_id, ${idAt('clock.before')}) as run_id, last.run_id as next_id
  from clock left join lateral (
    select r.run_id from ${s}.runs r where r.run_id > $2::uuid and r.run_id < ${idAt('clock.before')}
    order by r.run_id offset $4::bigint - 1 limit 1
  ) last on true
),
-- The fence has what is open or young sorted out first, for nothing but a look at each row.
found as materialized (
  select r.run_id from (
    select r.run_id, r.workflow_id, r.next_run_id, r.parent_run_id from ${s}.runs r
    where r.run_id > $2::uuid and r.run_id <= (select bound.run_id from bound)
      and r.closed_at < (select clock.before from clock)
    order by r.run_id offset 0
  ) r
  where ${isUnreferenced(s, '(select clock.before from clock)')}
  order by r.run_id
  limit $3::bigint
)
select f.run_id, (select h.seq from ${s}.history h where h.run_id = f.run_id order by h.seq desc limit 1), bound.next_id
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
