// Writes one entry of a commit to the memory store. The caller has checked the whole group, so nothing here fails.
import type { Continuation } from '../../engine/turn.js'
import { goingOnStatus } from '../going-on-status.js'
import type { CommitEntry, NewActivityTask } from '../worker-session.js'
import { addOutgoing } from './outbox.js'
import { sendMessage } from './send-messages.js'
import { startRun } from './start-runs.js'
import {
  type ActivityRow,
  letGo,
  type MemoryTables,
  removeOpenRun,
  type RunRow,
  type TaskRow,
} from './memory-tables.js'

/** Answers the run's mail number when it stays owned with newer mail. */
export const commitEntry = (
  tables: MemoryTables,
  entry: CommitEntry,
  epoch: number,
  now: number,
): number | undefined => {
  const run = tables.runs.get(entry.runId)
  const task = tables.tasks.get(entry.runId)
  if (run === undefined || task === undefined || task.owner !== epoch) return undefined
  writeTurn(tables, run, entry)
  writeOutcomes(tables, entry)
  addOutgoing(tables, entry.outgoing ?? [], now)
  dropConsumedMail(tables, entry)
  if (entry.disposition.type !== 'close') addActivityTasks(tables, entry.runId, entry.activityTasks)
  return dispose(tables, run, task, entry, now)
}

const writeTurn = (tables: MemoryTables, run: RunRow, entry: CommitEntry): void => {
  const { turn, pin } = entry
  if (pin !== undefined) {
    run.bundle = pin.bundle
    run.startedAt ??= pin.startedAt
  }
  if (pin !== undefined || entry.unblock === true || entry.paused !== undefined) {
    run.status = goingOnStatus(entry)
    delete run.blocked
  }
  if (turn === undefined) return
  const history = tables.histories.get(run.runId)
  if (history === undefined) tables.histories.set(run.runId, [...turn.events])
  else history.push(...turn.events)
  if (turn.timersOpened.length > 0 || turn.timersClosed.length > 0) {
    let timers = tables.timers.get(run.runId)
    if (timers === undefined) tables.timers.set(run.runId, (timers = new Map()))
    for (const timerId of turn.timersClosed) timers.delete(timerId)
    for (const timer of turn.timersOpened) timers.set(timer.timerId, timer)
  }
  const activities = tables.activities.get(run.runId)
  for (const activityId of turn.activitiesClosed) activities?.delete(activityId)
}

const writeOutcomes = (tables: MemoryTables, { runId, updateOutcomes = [] }: CommitEntry): void => {
  for (const { updateId, outcome } of updateOutcomes) {
    let ofRun = tables.updateOutcomes.get(runId)
    if (ofRun === undefined) tables.updateOutcomes.set(runId, (ofRun = new Map()))
    if (!ofRun.has(updateId)) ofRun.set(updateId, outcome)
  }
}

const dropConsumedMail = (tables: MemoryTables, entry: CommitEntry): void => {
  const inbox = tables.inboxes.get(entry.runId)
  const rest = inbox?.filter((row) => row.mail > entry.mailConsumed)
  if (rest !== undefined) tables.inboxes.set(entry.runId, rest)
}

export const addActivityTasks = (tables: MemoryTables, runId: string, tasks: readonly NewActivityTask[]): void => {
  if (tasks.length === 0) return
  let rows = tables.activities.get(runId)
  if (rows === undefined) tables.activities.set(runId, (rows = new Map()))
  for (const { activity, attempt, dueAt, taskQueue, lastFailure, heartbeatDetails } of tasks) {
    const row: ActivityRow = {
      runId,
      activity,
      taskQueue,
      attempt: attempt - 1,
      dueAt,
      owner: null,
      workerLost: false,
      startedAt: 0,
      heartbeatAt: 0,
      ...(lastFailure !== undefined && { lastFailure }),
      ...(heartbeatDetails !== undefined && { heartbeatDetails }),
    }
    if (!rows.has(activity.activityId)) rows.set(activity.activityId, row)
  }
}

/** The next run of the workflow id, with what it finds in its inbox. */
const continueRun = (
  tables: MemoryTables,
  run: RunRow,
  task: TaskRow,
  { newRunId, args, signals }: Continuation,
  now: number,
): void => {
  const { workflowId, workflowType, taskQueue } = run
  const { priority, runTimeoutMs } = task
  const firstRunId = run.firstRunId ?? run.runId
  const policies = { conflict: 'fail', reuse: 'allow' } as const
  const start = { runId: newRunId, workflowId, workflowType, taskQueue, priority, args, ...policies }
  startRun(
    tables,
    {
      ...start,
      ...(run.parent !== undefined && { parent: run.parent }),
      ...(runTimeoutMs !== undefined && { runTimeoutMs }),
    },
    now,
    firstRunId,
  )
  for (const data of signals) sendMessage(tables, { runId: newRunId, kind: 'signal', data }, now)
}

const dispose = (
  tables: MemoryTables,
  run: RunRow,
  task: TaskRow,
  entry: CommitEntry,
  now: number,
): number | undefined => {
  const { disposition } = entry
  if (entry.unblock === true) task.blockedAttempts = 0
  if (disposition.type === 'hold') return undefined
  if (disposition.type === 'close') {
    const closing = entry.turn?.closing
    if (closing === undefined) throw new Error(`Run ${run.runId} is to be closed without a closing turn.`)
    run.status = closing.type
    run.closedAt = now
    delete run.blocked
    if (closing.type === 'completed') run.result = closing.result
    else if (closing.type === 'continued-as-new') run.nextRunId = closing.newRunId
    else run.failure = closing.failure
    removeOpenRun(tables, task, entry.mailConsumed)
    if (closing.type === 'continued-as-new') continueRun(tables, run, task, closing, now)
    return undefined
  }
  // Who lets go without a turn may not have read the history of a row that isn't trusted.
  const isTrusted = task.seq !== null || disposition.type === 'keep' || disposition.type === 'park'
  if (isTrusted) task.seq = entry.seq
  const { mailSeen } = disposition.type === 'release' ? disposition : {}
  if (mailSeen === undefined) task.mailConsumed = entry.mailConsumed
  const hasNewMail = task.mail > (mailSeen ?? task.mailConsumed)
  switch (disposition.type) {
    case 'block':
      run.status = 'blocked'
      run.blocked = JSON.stringify(disposition.reason)
      task.blockedAttempts += 1
      if (disposition.activitiesLost) task.activitiesLost = true
      letGo(tables, task, disposition.retryAt)
      return undefined
    case 'release':
      if (disposition.activitiesLost === true) task.activitiesLost = true
      letGo(tables, task, hasNewMail ? Math.min(disposition.wakeAt ?? now, now) : disposition.wakeAt)
      return undefined
    case 'park':
    case 'keep':
      task.takeovers = 0
      task.activitiesLost = false
      task.wakeAt = disposition.wakeAt
      if (disposition.type === 'park' && !hasNewMail) letGo(tables, task, disposition.wakeAt)
      return hasNewMail ? task.mail : undefined
  }
}
