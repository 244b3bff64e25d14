// Lists runs, newest first: plain reads, paged by run id, which is in the order of creation.
import { type Kysely, sql } from 'kysely'
import type { RunPage, RunQuery } from '../../run-record.js'
import type { Database } from '../database.js'
import { runRecord } from './describe-runs.js'

/** Long lists of a rare kind have to look through many runs: better an error than a query without end. */
const statementTimeoutMs = 5_000

/** As text, because drivers differ in what they make of json, dates and floats. */
const text = (column: string) => sql<string | null>`${sql.ref(column)}::text`
const ms = (column: string) => sql<string | null>`round(date_part('epoch', ${sql.ref(column)}) * 1000)::text`

const columns = [
  ...['r.run_id', 'r.workflow_id', 'r.workflow_type', 'r.task_queue', 'r.status', 'r.bundle'].map(text),
  ...['r.args', 'r.result', 'r.failure', 'r.blocked'].map(text),
  ...['r.created_at', 'r.started_at', 'r.closed_at', 't.wake_at'].map(ms),
  text('t.owner'),
  text('r.next_run_id'),
]

export const listRuns = async (db: Kysely<Database>, query: RunQuery): Promise<RunPage> => {
  const { workflowType, workflowId, status, limit, after } = query
  const rows = await db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(transaction)
    let found = transaction
      .selectFrom('runs as r')
      .leftJoin('run_tasks as t', 't.run_id', 'r.run_id')
      .select(sql<(string | null)[]>`array[${sql.join(columns)}]`.as('run'))
      .orderBy('r.run_id', 'desc')
      .limit(limit + 1)
    if (workflowType !== undefined) found = found.where('r.workflow_type', '=', workflowType)
    if (workflowId !== undefined) found = found.where('r.workflow_id', '=', workflowId)
    if (status !== undefined) found = found.where('r.status', '=', status)
    if (after !== undefined) found = found.where('r.run_id', '<', after)
    return found.execute()
  })
  const runs = rows.slice(0, limit).map((row) => runRecord(row.run))
  const last = runs[runs.length - 1]
  return { runs, ...(rows.length > limit && last !== undefined && { next: last.runId }) }
}
