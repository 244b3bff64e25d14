// The runs that callers name, as clients see them. A plain read. The newest run of a workflow id is its open one, else
// the one with the greatest run id, which is in the order of creation.
import type { RunRecord, RunReference, RunStatus } from '../../run-record.js'
import { textArray } from '../array-literal.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

/** Answers rows that begin with the place of the reference. */
export const describeRunsStatement = (s: string): Statement => ({
  name: 'describe-runs',
  text: `
with named as (
  select i.place, coalesce(
    i.run_id::uuid,
    (select t.run_id from ${s}.run_tasks t where t.workflow_id = i.workflow_id),
    (select r.run_id from ${s}.runs r where r.workflow_id = i.workflow_id order by r.run_id desc limit 1)
  ) as run_id
  from unnest($1::text[], $2::text[]) with ordinality as i(run_id, workflow_id, place)
)
select named.place, r.run_id, r.workflow_id, r.workflow_type, r.task_queue,
  case when first.at is null then r.status else 'running' end,
  case when first.at is null then r.bundle else t.bundle end, r.args, r.result, r.failure, r.blocked,
  ${s}.to_ms(r.created_at), ${s}.to_ms(coalesce(r.started_at, first.at)), ${s}.to_ms(r.closed_at), ${s}.to_ms(t.wake_at),
  t.owner, r.next_run_id, r.parent_run_id
from named
join ${s}.runs r on r.run_id = named.run_id
left join ${s}.run_tasks t on t.run_id = r.run_id,
-- A run that has just started isn't marked as running yet (unwritten-pins.ts), but its history tells.
lateral (
  select case when r.status = 'pending' and t.owner_epoch is not null then (
    select h.recorded_at from ${s}.history h where h.run_id = r.run_id and h.seq = 1
  ) end as at
  offset 0
) first`,
})

export const describeRunsValues = (references: readonly RunReference[]): readonly SqlValue[] => [
  textArray(references.map((reference) => ('runId' in reference ? reference.runId : null))),
  textArray(references.map((reference) => ('runId' in reference ? null : reference.workflowId))),
]

const instant = (text: string | null | undefined): number | undefined => (text == null ? undefined : Number(text))

/** From the columns in their order, without the place. */
export const runRecord = (row: SqlRow): RunRecord => {
  const [runId, workflowId, workflowType, taskQueue, status, bundle, args, result, failure, blocked] = row
  const [createdAt, startedAt, closedAt, wakeAt, owner, nextRunId, parentRunId] = row.slice(10)
  const optional = {
    bundle,
    result,
    failure,
    blocked,
    startedAt: instant(startedAt),
    closedAt: instant(closedAt),
    wakeAt: instant(wakeAt),
    owner,
    nextRunId,
    parentRunId,
  }
  const present = Object.entries(optional).filter(([, value]) => value != null)
  return {
    runId: runId as string,
    workflowId: workflowId as string,
    workflowType: workflowType as string,
    taskQueue: taskQueue as string,
    status: status as RunStatus,
    args: args as string,
    createdAt: Number(createdAt),
    ...Object.fromEntries(present),
  }
}
