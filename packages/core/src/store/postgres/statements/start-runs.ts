// Starts runs. Safe against a second start of the workflow id, because the hot row's unique key lets only one of them
// insert; against a repeated start of the same run, because a run that has a row in `runs` gets no second hot row (of two
// at once, the later either waits for the earlier's hot row or trips over its row in `runs` and is tried again).
import { plainArray, textArray } from '../array-literal.js'
import type { RunStart } from '../../run-start.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'

/** Answers the run ids that were started. A bare membership test is no join, so that the planner can hash it. */
export const startRunsStatement = (s: string): Statement => ({
  name: 'start-runs',
  text: `
with clock as materialized (select ${s}.now() as now),
input as materialized (
  select i.run_id, i.workflow_id, i.workflow_type, i.task_queue, i.priority, i.args, i.timeout_ms, clock.now,
    coalesce(${s}.from_ms(i.start_at), clock.now + coalesce(i.delay_ms, 0) * interval '1 millisecond') as wake_at
  from clock, unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::float8[],
    $8::float8[], $9::float8[])
    as i(run_id, workflow_id, workflow_type, task_queue, priority, args, delay_ms, start_at, timeout_ms)
),
task as (
  insert into ${s}.run_tasks (run_id, workflow_id, task_queue, priority, wake_at, timeout_at)
  select i.run_id, i.workflow_id, i.task_queue, i.priority, i.wake_at,
    greatest(i.wake_at, i.now) + i.timeout_ms * interval '1 millisecond'
  from input i
  where exists (select from ${s}.current_bundles b where b.workflow_type = i.workflow_type)
    and not exists (select from ${s}.runs r where r.run_id = i.run_id)
  on conflict do nothing
  returning run_id
),
run as (
  insert into ${s}.runs (run_id, workflow_id, workflow_type, task_queue, status, args, created_at)
  select i.run_id, i.workflow_id, i.workflow_type, i.task_queue, 'pending', i.args::json, i.now
  from input i
  where (i.run_id in (select run_id from task)) is true
)
select run_id from task`,
})

export const startRunsValues = (starts: readonly RunStart[]): readonly SqlValue[] => [
  plainArray(starts.map((start) => start.runId)),
  textArray(starts.map((start) => start.workflowId)),
  textArray(starts.map((start) => start.workflowType)),
  textArray(starts.map((start) => start.taskQueue)),
  plainArray(starts.map((start) => start.priority)),
  textArray(starts.map((start) => start.args)),
  plainArray(starts.map((start) => start.delayMs ?? null)),
  plainArray(starts.map((start) => start.startAt ?? null)),
  plainArray(starts.map((start) => start.runTimeoutMs ?? null)),
]

/** Why starts changed nothing, one row each: read after the fact, so the answer may be that nothing is in the way now. */
export const explainStartsStatement = (s: string): Statement => ({
  name: 'explain-starts',
  text: `
select b.workflow_type is not null, same.run_id is not null, held.run_id, held.workflow_type, held.args::text
from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as i(run_id, workflow_id, workflow_type, place)
left join ${s}.current_bundles b on b.workflow_type = i.workflow_type
left join ${s}.runs same on same.run_id = i.run_id
left join ${s}.run_tasks holder on holder.workflow_id = i.workflow_id
left join ${s}.runs held on held.run_id = holder.run_id
order by i.place`,
})

export const explainStartsValues = (starts: readonly RunStart[]): readonly SqlValue[] =>
  startRunsValues(starts).slice(0, 3)

/** The newest earlier run of a workflow id. */
export const lastRunStatement = (s: string): Statement => ({
  name: 'last-run',
  text: `
select run_id, status from ${s}.runs
where workflow_id = $1 and run_id <> $2
order by run_id desc limit 1`,
})
