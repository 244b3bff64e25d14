// The earliest instant at which something without a live owner is due in the memory store.
import { expiresAt } from '../activity-deadlines.js'
import { activityDueAt } from './activities.js'
import type { MemoryTables } from './memory-tables.js'

export interface WakeScope {
  readonly taskQueues: readonly string[]
  /** Of a worker: only what it could claim counts. */
  readonly activities?: readonly string[]
  readonly engineVersion?: number
}

export const nextWakeAt = (tables: MemoryTables, scope: WakeScope): number | null => {
  const { taskQueues, activities, engineVersion = Infinity } = scope
  let next = Infinity
  for (const task of tables.unowned) {
    if (task.wakeAt === null || task.wakeAt >= next || task.engineVersion > engineVersion) continue
    if (taskQueues.includes(task.taskQueue)) next = task.wakeAt
  }
  for (const rows of tables.activities.values()) {
    for (const row of rows.values()) {
      if (row.claim !== undefined || !taskQueues.includes(row.taskQueue)) continue
      const isOurs = activities === undefined || activities.includes(row.activity.name)
      next = Math.min(next, isOurs ? activityDueAt(row) : expiresAt(row.activity, row.attempt > 0))
    }
  }
  return next === Infinity ? null : next
}
