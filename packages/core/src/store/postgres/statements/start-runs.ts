// Starts runs. Safe against a second start of the workflow id, because the hot row's key admits one open run of each, and
// against a repeated start of the same run by the key of `runs`. Ids that are taken already are left out; two starts that
// meet at a key at the same moment make the later fail as a whole, and it is tried again when it can see the earlier.
// (ON CONFLICT would spare it that, for a third of the cost of every start.)
import { plainArray } from '../array-literal.js'
import type { RunStart } from '../../run-start.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'
import { textList, textListRows } from '../text-list.js'

/** @param extras of one start: the run's parent, and a message that it finds in its inbox */
const startText = (s: string, extras: boolean): string => `
with clock as materialized (select ${s}.now() as now),
free as materialized (
  select i.run_id, i.workflow_id, i.workflow_type, i.task_queue, i.priority, i.args, i.timeout_ms, clock.now,
    coalesce(${s}.from_ms(i.start_at), clock.now + coalesce(i.delay_ms, 0) * interval '1 millisecond') as wake_at
  from clock, rows from (unnest($1::uuid[]), ${['$2', '$3', '$4'].map(textListRows).join(', ')},
    unnest($5::smallint[]), ${textListRows('$6')}, unnest($7::float8[]), unnest($8::float8[]), unnest($9::float8[]))
    as i(run_id, workflow_id, workflow_type, task_queue, priority, args, delay_ms, start_at, timeout_ms)
  where exists (select from ${s}.current_bundles b where b.workflow_type = i.workflow_type)
    and not exists (select from ${s}.run_tasks t where t.workflow_id = i.workflow_id)
    and not exists (select from ${s}.runs r where r.run_id = i.run_id)
),
task as (
  insert into ${s}.run_tasks (run_id, workflow_id, task_queue, priority, wake_at, start_at, timeout_ms, timeout_at${extras ? ', mail' : ''})
  select run_id, workflow_id, task_queue, priority, wake_at, case when wake_at > now then wake_at end, timeout_ms,
    greatest(wake_at, now) + timeout_ms * interval '1 millisecond'${extras ? ', case when $12::text is null then 0 else 1 end' : ''}
  from free
),
run as (
  insert into ${s}.runs (run_id, workflow_id, workflow_type, task_queue, status, args, created_at, priority, timeout_ms${extras ? ', parent_run_id, child_id' : ''})
  select run_id, workflow_id, workflow_type, task_queue, 'pending', args::json, now, nullif(priority, 3), timeout_ms${extras ? ', $10::uuid, $11::text' : ''}
  from free
)${
  extras
    ? `,
message as (
  insert into ${s}.inbox (run_id, mail, kind, key, data, received_at)
  select run_id, 1, $12::text, $13::text, $14::text::json, now from free where $12::text is not null
)`
    : ''
}
select count(*) from free`

/** Answers how many of the starts were free to start and did. No two of them may have one run id or workflow id. */
export const startRunsStatement = (s: string): Statement => ({ name: 'start-runs', text: startText(s, false) })

export const startRunsValues = (starts: readonly RunStart[]): readonly SqlValue[] => [
  plainArray(starts.map((start) => start.runId)),
  textList(starts.map((start) => start.workflowId)),
  textList(starts.map((start) => start.workflowType)),
  textList(starts.map((start) => start.taskQueue)),
  plainArray(starts.map((start) => start.priority)),
  textList(starts.map((start) => start.args)),
  plainArray(starts.map((start) => start.delayMs ?? null)),
  plainArray(starts.map((start) => start.startAt ?? null)),
  plainArray(starts.map((start) => start.runTimeoutMs ?? null)),
]

/** One start, of a run with a parent or with a message in its inbox. */
export const startWithExtrasStatement = (s: string): Statement => ({
  name: 'start-with-extras',
  text: startText(s, true),
})

export const hasExtras = ({ parent, firstMessage }: RunStart): boolean =>
  parent !== undefined || firstMessage !== undefined

export const startWithExtrasValues = (start: RunStart): readonly SqlValue[] => {
  const { parent, firstMessage } = start
  const { kind = null, key = null, data = null } = firstMessage ?? {}
  return [...startRunsValues([start]), parent?.runId ?? null, parent?.childId ?? null, kind, key, data]
}

/** Why starts changed nothing, one row each: read after the fact, so the answer may be that nothing is in the way now. */
export const explainStartsStatement = (s: string): Statement => ({
  name: 'explain-starts',
  text: `
select b.workflow_type is not null, same.run_id is not null, held.run_id, held.workflow_type, held.args::text
from rows from (unnest($1::uuid[]), ${textListRows('$2')}, ${textListRows('$3')}) with ordinality as i(run_id, workflow_id, workflow_type, place)
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
