// Runs of the memory store as clients see them.
import { checkRunQuery } from '../check-run-query.js'
import type { RunPage, RunQuery, RunRecord } from '../run-record.js'
import type { MemoryTables, RunRow } from './memory-tables.js'

export const newestRun = (tables: MemoryTables, workflowId: string): string | undefined =>
  tables.openRuns.get(workflowId) ?? tables.runIds.get(workflowId)?.reduce((a, b) => (a > b ? a : b))

export const runRecord = (tables: MemoryTables, runId: string): RunRecord | undefined => {
  const run = tables.runs.get(runId)
  if (run === undefined) return undefined
  const task = tables.tasks.get(runId)
  const { parent, priority: _, runTimeoutMs: __, firstRunId: ___, ...row } = run
  return {
    ...row,
    ...(parent !== undefined && { parentRunId: parent.runId }),
    ...(task !== undefined && task.wakeAt !== null && { wakeAt: task.wakeAt }),
    ...(task?.ownerId !== undefined && { owner: task.ownerId }),
  }
}

export const listRuns = (tables: MemoryTables, query: RunQuery): RunPage => {
  checkRunQuery(query)
  const { workflowType, workflowId, status, limit, after } = query
  const matches = (run: RunRow): boolean =>
    (workflowType === undefined || run.workflowType === workflowType) &&
    (workflowId === undefined || run.workflowId === workflowId) &&
    (status === undefined || run.status === status) &&
    (after === undefined || run.runId < after)
  const found = [...tables.runs.values()].filter(matches).sort((a, b) => (a.runId < b.runId ? 1 : -1))
  const runs = found.slice(0, limit).flatMap((run) => runRecord(tables, run.runId) ?? [])
  const last = runs[runs.length - 1]
  return { runs, ...(found.length > limit && last !== undefined && { next: last.runId }) }
}
