// What the memory store knows of an open run beside its history.
import type { RunInspection } from '../run-inspection.js'
import { activityDueAt } from './activities.js'
import type { MemoryTables } from './memory-tables.js'

export const inspectRun = (tables: MemoryTables, runId: string, now: number): RunInspection | undefined => {
  const run = tables.runs.get(runId)
  if (run === undefined) return undefined
  const task = tables.tasks.get(runId)
  const workers = [...tables.workers.values()].filter(
    ({ leaseUntil, taskQueues }) => leaseUntil >= now && taskQueues.includes(run.taskQueue),
  )
  return {
    now,
    mailWaiting: task === undefined ? 0 : task.mail - task.mailConsumed,
    workers: workers.length,
    activities: [...(tables.activities.get(runId)?.values() ?? [])].map((row) => ({
      activityId: row.activity.activityId,
      attempt: row.attempt,
      isRunning: row.claim !== undefined,
      dueAt: activityDueAt(row),
      ...(row.lastFailure !== undefined && { lastFailure: row.lastFailure }),
    })),
  }
}
