// Frees what dead workers owned in the memory store.
import { letGo, type MemoryTables } from './memory-tables.js'

/** Removes the workers whose lease ran out. */
export const removeDeadWorkers = (tables: MemoryTables, now: number): readonly string[] => {
  const dead = [...tables.workers.values()].filter((worker) => worker.leaseUntil < now)
  for (const worker of dead) tables.workers.delete(worker.workerId)
  return dead.map((worker) => worker.workerId)
}

/** Frees all runs and activities whose owner has no row; answers how many runs those were. */
export const freeOrphans = (tables: MemoryTables, now: number, crashed = true): number => {
  const alive = new Set([...tables.workers.values()].map((worker) => worker.epoch))
  let freed = 0
  for (const task of tables.tasks.values()) {
    if (task.owner === null || alive.has(task.owner)) continue
    // Claimed ahead of its start, it can't have any events yet, and keeps its time.
    const isHeld = task.seq === 0 && task.wakeAt !== null && task.wakeAt > now
    letGo(tables, task, isHeld ? task.wakeAt : now)
    if (!isHeld) task.seq = null
    task.activitiesLost = true
    if (crashed) task.takeovers += 1
    freed += 1
  }
  for (const rows of tables.activities.values()) {
    for (const row of rows.values()) {
      if (row.owner === null || alive.has(row.owner)) continue
      row.owner = null
      delete row.claim
      row.workerLost = true
      row.dueAt = now
    }
  }
  return freed
}
