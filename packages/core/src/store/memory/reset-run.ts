// Resets a run of the memory store: closes it, if it is open, and begins another with a part of its history.
import { engineVersion } from '../../engine/engine-version.js'
import { type ChildEnd, resetInbox, type ResetMail } from '../reset-mail.js'
import type { OpenRunReset, ResetOutcome, RunReset } from '../run-reset.js'
import { addActivityTasks } from './commit-entry.js'
import { type MemoryTables, removeOpenRun, type RunRow, type TaskRow } from './memory-tables.js'
import { addOutgoing } from './outbox.js'

/** @param open by the owner of a run that is open, with its epoch */
export const resetRun = (
  tables: MemoryTables,
  reset: RunReset,
  now: number,
  open?: { readonly reset: OpenRunReset; readonly epoch: number },
): ResetOutcome => {
  const { runId, newRunId } = reset
  if (tables.runs.has(newRunId)) return { type: 'reset' }
  const run = tables.runs.get(runId)
  if (run === undefined) return { type: 'not-found' }
  const task = tables.tasks.get(runId)
  if (open === undefined && task !== undefined) return { type: 'open' }
  if (open !== undefined && task?.owner !== open.epoch) return { type: 'not-owned' }
  const holder = task === undefined ? tables.openRuns.get(run.workflowId) : undefined
  if (holder !== undefined) return { type: 'conflict', runId: holder }
  const bundle = reset.bundle ?? tables.currentBundles.get(run.workflowType)
  if (bundle === undefined || !tables.bundles.has(bundle)) return { type: 'unknown-bundle' }
  const inbox = readInbox(tables, runId)
  if (open !== undefined && task !== undefined) closeRun(tables, run, task, open.reset, now)
  run.nextRunId = newRunId
  const results = open?.reset.results ?? []
  const children = endedChildren(tables, runId)
  const { known, mail, activities } = resetInbox(reset.plan, { inbox, results, children, now })
  beginRun(tables, run, reset, { bundle, mail: [...known, ...mail], mailConsumed: known.length, now })
  addActivityTasks(
    tables,
    newRunId,
    activities.map((activity) => ({
      activity,
      attempt: 1,
      dueAt: now,
      taskQueue: activity.options.taskQueue ?? run.taskQueue,
    })),
  )
  const details = JSON.stringify({ fromRunId: runId, toRunId: newRunId, throughSeq: reset.plan.throughSeq })
  for (const each of open === undefined ? [runId, newRunId] : [newRunId]) {
    const records = tables.operations.get(each) ?? []
    tables.operations.set(each, [...records, { ...reset.operation, acceptedAt: now, details }])
  }
  return { type: 'reset' }
}

const readInbox = (tables: MemoryTables, runId: string): readonly ResetMail[] => {
  const rows = tables.inboxes.get(runId) ?? []
  const unread = new Set(rows.flatMap(({ key }) => key ?? []))
  // Of what was consumed only the key is left, and not its kind: those of callers tell it.
  const known = [...(tables.mailKeys.get(runId) ?? [])]
    .filter((key) => !unread.has(key) && /^(user|update):/.test(key))
    .map((key) => ({ kind: 'signal', key, data: null, receivedAt: 0 }) as const)
  return [...known, ...rows]
}

const closeRun = (
  tables: MemoryTables,
  run: RunRow,
  task: TaskRow,
  { event, failure, outgoing }: OpenRunReset,
  now: number,
): void => {
  const history = tables.histories.get(run.runId)
  if (history === undefined) tables.histories.set(run.runId, [event])
  else history.push(event)
  run.status = 'terminated'
  run.closedAt = now
  run.failure = failure
  delete run.blocked
  removeOpenRun(tables, task, task.mail)
  addOutgoing(tables, outgoing, now)
}

const endedChildren = (tables: MemoryTables, parentRunId: string): readonly ChildEnd[] =>
  [...tables.runs.values()].flatMap(({ parent, nextRunId, closedAt, runId, firstRunId, status, result, failure }) =>
    parent?.runId !== parentRunId || nextRunId !== undefined || closedAt === undefined
      ? []
      : [{ firstRunId: firstRunId ?? runId, status, result, failure, closedAt }],
  )

const beginRun = (
  tables: MemoryTables,
  from: RunRow,
  { newRunId: runId, plan, bundle: chosen }: RunReset,
  begin: {
    readonly bundle: string
    readonly mail: readonly ResetMail[]
    readonly mailConsumed: number
    readonly now: number
  },
): void => {
  const { workflowId, workflowType, taskQueue, args, priority, runTimeoutMs, parent } = from
  const { bundle, mail, mailConsumed, now } = begin
  const isAnew = plan.throughSeq === 0
  const timeout = runTimeoutMs !== undefined && { runTimeoutMs }
  tables.runs.set(runId, {
    runId,
    workflowId,
    workflowType,
    taskQueue,
    args,
    priority,
    ...timeout,
    createdAt: now,
    firstRunId: from.firstRunId ?? from.runId,
    ...(parent !== undefined && { parent }),
    ...(isAnew
      ? { status: 'pending' as const, ...(chosen !== undefined && { bundle: chosen }) }
      : { status: 'running' as const, bundle, startedAt: from.startedAt ?? now }),
  })
  const ids = tables.runIds.get(workflowId)
  if (ids === undefined) tables.runIds.set(workflowId, [runId])
  else ids.push(runId)
  const task: TaskRow = {
    runId,
    workflowId,
    taskQueue,
    priority,
    ...timeout,
    ...(runTimeoutMs !== undefined && { timeoutAt: now + runTimeoutMs }),
    wakeAt: now,
    mail: mail.length,
    mailConsumed,
    owner: null,
    takeovers: 0,
    activitiesLost: false,
    seq: isAnew ? 0 : null,
    blockedAttempts: 0,
    engineVersion,
  }
  tables.tasks.set(runId, task)
  tables.unowned.add(task)
  tables.openRuns.set(workflowId, runId)
  if (!isAnew)
    tables.histories.set(runId, [...(tables.histories.get(from.runId) ?? []).slice(0, plan.throughSeq), ...plan.events])
  tables.timers.set(runId, new Map(plan.timers.map((timer) => [timer.timerId, timer])))
  const rows = mail.map(({ kind, key, data, receivedAt }, index) => ({
    runId,
    mail: index + 1,
    kind,
    receivedAt,
    data: data ?? '',
    ...(key !== undefined && { key }),
  }))
  tables.inboxes.set(runId, rows.slice(mailConsumed))
  tables.mailKeys.set(runId, new Set(mail.flatMap(({ key }) => key ?? [])))
}
