// Closed runs of the memory store that may go, and their deletion.
import type { DutyRequest, ExpiredRunsPage, ExpiredRunsQuery, RunDeletion } from '../expired-runs.js'
import type { MemoryTables, RunRow } from './memory-tables.js'

/** The list in store/expired-runs.ts, in its order. */
const isReferenced = (tables: MemoryTables, run: RunRow, before: number): boolean => {
  const { runId, workflowId, nextRunId, parent } = run
  const isOpen = (id: string | undefined): boolean => id !== undefined && tables.tasks.has(id)
  const isKept = (next: RunRow | undefined): boolean =>
    next !== undefined && (next.closedAt === undefined || next.closedAt >= before)
  const precedes = (id: string): boolean => tables.runs.get(id)?.nextRunId === runId
  const isKnown = (): boolean => isOpen(parent?.runId) && tables.openRuns.has(workflowId)
  return (
    [...tables.outbox.values()].some((row) => row.runId === runId || row.runId === parent?.runId) ||
    [...tables.tasks.keys()].some((id) => tables.runs.get(id)?.parent?.runId === runId) ||
    isKept(tables.runs.get(nextRunId ?? '')) ||
    (nextRunId !== undefined && isKnown() && !(tables.runIds.get(workflowId) ?? []).some(precedes))
  )
}

const isExpired = (tables: MemoryTables, run: RunRow, before: number): boolean =>
  run.closedAt !== undefined && run.closedAt < before && !isReferenced(tables, run, before)

export const expiredRuns = (tables: MemoryTables, query: ExpiredRunsQuery, now: number): ExpiredRunsPage => {
  const { olderThanMs, limit, scanLimit, after = '' } = query
  const ids = [...tables.runs.keys()].filter((runId) => runId > after).sort()
  const runs: { readonly runId: string; readonly events: number }[] = []
  let last = ''
  for (const runId of ids.slice(0, scanLimit)) {
    const run = tables.runs.get(runId)
    last = runId
    if (run === undefined || !isExpired(tables, run, now - olderThanMs)) continue
    runs.push({ runId, events: tables.histories.get(runId)?.length ?? 0 })
    if (runs.length === limit) break
  }
  return { runs, ...((runs.length === limit || ids.length >= scanLimit) && { next: last }) }
}

/** Where the run before goes on now. */
const joinChain = (tables: MemoryTables, { runId, workflowId, nextRunId }: RunRow): void => {
  if (nextRunId === undefined) return
  for (const id of tables.runIds.get(workflowId) ?? []) {
    const run = tables.runs.get(id)
    if (run?.nextRunId === runId) run.nextRunId = nextRunId
  }
}

const deleteRun = (tables: MemoryTables, run: RunRow): void => {
  const { runId, workflowId } = run
  joinChain(tables, run)
  const ofRun = [tables.histories, tables.inboxes, tables.mailKeys, tables.timers, tables.activities]
  for (const rows of [tables.runs, tables.updateOutcomes, tables.operations, ...ofRun]) rows.delete(runId)
  for (const [queryId, question] of tables.questions) if (question.runId === runId) tables.questions.delete(queryId)
  const left = (tables.runIds.get(workflowId) ?? []).filter((id) => id !== runId)
  if (left.length > 0) tables.runIds.set(workflowId, left)
  else tables.runIds.delete(workflowId)
}

export const deleteRuns = (
  tables: MemoryTables,
  { runIds, olderThanMs }: RunDeletion,
  now: number,
): readonly string[] => {
  const runs = runIds.flatMap((runId) => tables.runs.get(runId) ?? [])
  // All are looked at before the first goes, as one statement does.
  const doomed = runs.filter((run) => isExpired(tables, run, now - olderThanMs))
  for (const run of doomed) deleteRun(tables, run)
  return doomed.map(({ runId }) => runId)
}

export const takeDuty = (tables: MemoryTables, { name, holder, forMs }: DutyRequest, now: number): boolean => {
  const held = tables.duties.get(name)
  if (held !== undefined && held.holder !== holder && held.heldUntil >= now) return false
  tables.duties.set(name, { holder, heldUntil: now + forMs })
  return true
}
