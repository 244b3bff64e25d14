// Claims due runs in the memory store: by priority, then by wakeAt, then in order of creation.
import type { ClaimedRun, ClaimRequest } from '../worker-session.js'
import type { MemoryTables, TaskRow, WorkerRow } from './memory-tables.js'

export const claimRuns = (
  tables: MemoryTables,
  worker: WorkerRow,
  request: ClaimRequest,
  now: number,
): readonly ClaimedRun[] => {
  const due: TaskRow[] = []
  for (const task of tables.unowned) {
    if (task.wakeAt === null || task.wakeAt > now + request.aheadMs) continue
    if (worker.taskQueues.includes(task.taskQueue) && task.engineVersion <= worker.engineVersion) due.push(task)
  }
  due.sort((a, b) => a.priority - b.priority || (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.runId < b.runId ? -1 : 1))
  return due.slice(0, request.limit).map((task) => claimRun(tables, worker, task))
}

const claimRun = (tables: MemoryTables, worker: WorkerRow, task: TaskRow): ClaimedRun => {
  const run = tables.runs.get(task.runId)
  if (run === undefined) throw new Error(`The open run ${task.runId} has no row.`)
  const current = tables.currentBundles.get(run.workflowType)
  const bundle = run.bundle ?? current
  if (bundle === undefined) throw new Error(`Workflow ${run.workflowType} has no current bundle.`)
  task.owner = worker.epoch
  task.ownerId = worker.workerId
  task.engineVersion = worker.engineVersion
  tables.unowned.delete(task)
  return {
    runId: task.runId,
    workflowId: task.workflowId,
    workflowType: run.workflowType,
    taskQueue: task.taskQueue,
    ...(run.startedAt === undefined && { args: run.args }),
    ...(run.startedAt === undefined && task.startAt !== undefined && { startAt: task.startAt }),
    ...(run.parent !== undefined && { parent: run.parent }),
    ...(run.firstRunId !== undefined && { firstRunId: run.firstRunId }),
    ...(run.status === 'paused' && { paused: true }),
    createdAt: run.createdAt,
    wakeAt: task.wakeAt ?? 0,
    bundle,
    ...(current !== undefined && current !== bundle && { currentBundle: current }),
    seq: task.seq,
    mail: task.mail,
    mailConsumed: task.mailConsumed,
    takeovers: task.takeovers,
    activitiesLost: task.activitiesLost,
    blockedAttempts: task.blockedAttempts,
    ...(task.timeoutAt !== undefined && { timeoutAt: task.timeoutAt }),
  }
}
