// Starts runs in the memory store.
import type { RunStart, StartOutcome } from '../run-start.js'
import type { MemoryTables, TaskRow } from './memory-tables.js'
import { mayReuse } from '../reuse-policy.js'
import { sendMessage } from './send-messages.js'

/** A conflict under `terminate-existing` is answered as one; ending the open run is the caller's. */
export const startRun = (
  tables: MemoryTables,
  start: RunStart,
  now: number,
  /** The run that its chain began with. */
  firstRunId?: string,
): StartOutcome => {
  const { runId, workflowId, workflowType } = start
  if (tables.runs.has(runId)) return { type: 'started', runId }
  if (!tables.currentBundles.has(workflowType)) return { type: 'unknown-workflow' }
  const open = tables.openRuns.get(workflowId)
  if (open !== undefined) return meetOpenRun(tables, start, open)
  const earlier = tables.runIds.get(workflowId)
  const last = earlier === undefined ? undefined : tables.runs.get(earlier[earlier.length - 1] as string)
  if (last !== undefined && !mayReuse(start.reuse, last.status)) {
    return { type: 'reuse-refused', runId: last.runId, status: last.status }
  }
  insertRun(tables, start, now, firstRunId)
  if (start.firstMessage !== undefined) sendMessage(tables, { runId, ...start.firstMessage }, now)
  return { type: 'started', runId }
}

const meetOpenRun = (tables: MemoryTables, start: RunStart, runId: string): StartOutcome => {
  const run = tables.runs.get(runId)
  if (run === undefined) throw new Error(`The open run ${runId} has no row.`)
  const { workflowType } = run
  const differs = workflowType !== start.workflowType ? 'type' : run.args !== start.args ? 'args' : 'nothing'
  if (start.conflict === 'use-existing' && differs === 'nothing') return { type: 'existing', runId }
  return { type: 'conflict', runId, workflowType, differs }
}

const insertRun = (tables: MemoryTables, start: RunStart, now: number, firstRunId: string | undefined): void => {
  const { runId, workflowId, workflowType, taskQueue, priority, args } = start
  const wakeAt = start.startAt ?? now + (start.delayMs ?? 0)
  const parent = start.parent === undefined ? {} : { parent: start.parent }
  const run = {
    runId,
    workflowId,
    workflowType,
    taskQueue,
    args,
    createdAt: now,
    status: 'pending',
    priority,
    ...(start.runTimeoutMs !== undefined && { runTimeoutMs: start.runTimeoutMs }),
    ...(firstRunId !== undefined && { firstRunId }),
    ...parent,
  } as const
  tables.runs.set(runId, { ...run })
  const ids = tables.runIds.get(workflowId)
  if (ids === undefined) tables.runIds.set(workflowId, [runId])
  else ids.push(runId)
  const task: TaskRow = {
    runId,
    workflowId,
    taskQueue,
    priority,
    ...(start.runTimeoutMs !== undefined && {
      runTimeoutMs: start.runTimeoutMs,
      timeoutAt: Math.max(wakeAt, now) + start.runTimeoutMs,
    }),
    ...(wakeAt > now && { startAt: wakeAt }),
    wakeAt,
    mail: 0,
    mailConsumed: 0,
    owner: null,
    takeovers: 0,
    activitiesLost: false,
    seq: 0,
    blockedAttempts: 0,
    engineVersion: 1,
  }
  tables.tasks.set(runId, task)
  tables.unowned.add(task)
  tables.openRuns.set(workflowId, runId)
}
