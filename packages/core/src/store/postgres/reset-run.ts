// Resets a run in Postgres, in one transaction: closes it, if it is open, and begins another with a part of its history. Safe
// against its owner, which asks for it itself while no turn of the run is under way; against senders, which wait for the hot
// row and find it gone to the new run; against a second reset, by the lock on the run.
import { engineVersion } from '../../engine/engine-version.js'
import type { MessageKind } from '../message.js'
import { type ChildEnd, type ResetInbox, resetInbox, type ResetMail } from '../reset-mail.js'
import type { OpenRunReset, ResetOutcome, RunReset } from '../run-reset.js'
import type { RunStatus } from '../run-record.js'
import { plainArray } from './array-literal.js'
import { addActivityTasks } from './commit/commit-group.js'
import { SectionRows } from './commit/commit-section.js'
import { activitiesOpen, history, requestsLeave, timersOpen } from './commit/sections.js'
import type { SqlRunner } from './driver/sql-driver.js'
import { isTrue } from './is-true.js'
import type { Statements } from './statements.js'
import { recordOperationValues } from './statements/operations.js'
import { textList } from './text-list.js'

export interface DoneReset {
  readonly outcome: ResetOutcome
  readonly taskQueue: string
}

interface OwnedReset {
  readonly reset: OpenRunReset
  readonly epoch: number
}

/** @param open by the owner of a run that is open, with its epoch */
export const resetRun = async (
  connection: SqlRunner,
  statements: Statements,
  reset: RunReset,
  open?: OwnedReset,
): Promise<DoneReset> => {
  const { runId, newRunId } = reset
  const sql = statements.resetRun
  const answer = (outcome: ResetOutcome, taskQueue = ''): DoneReset => ({ outcome, taskQueue })
  if (open !== undefined && (await connection.run(sql.fence, [open.epoch])).length === 0)
    return answer({ type: 'not-owned' })
  const [task] = await connection.run(sql.lockTask, [runId])
  const [run] = await connection.run(sql.lockRun, [runId, newRunId, reset.bundle ?? null])
  if (run === undefined) return answer({ type: 'not-found' })
  const [isDone, workflowId, taskQueue, bundle, nowText] = run
  if (isTrue(isDone)) return answer({ type: 'reset' }, taskQueue as string)
  if (open === undefined && task !== undefined) return answer({ type: 'open' })
  if (open !== undefined && Number(task?.[0] ?? 0) !== open.epoch) return answer({ type: 'not-owned' })
  if (bundle == null) return answer({ type: 'unknown-bundle' })
  if (task === undefined) {
    const [holder] = await connection.run(sql.holder, [workflowId as string])
    if (holder !== undefined) return answer({ type: 'conflict', runId: holder[0] as string })
  }
  const now = Number(nowText)
  const inbox = (await connection.run(sql.readInbox, [runId])).map(([kind, key, data, receivedAt]): ResetMail => ({
    kind: kind as MessageKind,
    ...(key != null && { key }),
    data: data ?? null,
    receivedAt: Number(receivedAt),
  }))
  const results = open?.reset.results ?? []
  const contents = resetInbox(reset.plan, {
    inbox,
    results,
    children: await endedChildren(connection, statements, runId),
    now,
  })
  if (open !== undefined) await closeRun(connection, statements, open.reset)
  await beginRun(connection, statements, reset, { contents, bundle, isPassed: task !== undefined })
  await beginSteps(connection, statements, reset, { contents, taskQueue: taskQueue as string, now })
  const data = JSON.stringify({ fromRunId: runId, toRunId: newRunId, throughSeq: reset.plan.throughSeq })
  for (const of of open === undefined ? [runId, newRunId] : [newRunId]) {
    const message = { runId: of, kind: 'reset', data, operation: reset.operation } as const
    await connection.run(statements.recordOperation, recordOperationValues(message))
  }
  return answer({ type: 'reset' }, taskQueue as string)
}

const endedChildren = async (
  connection: SqlRunner,
  statements: Statements,
  runId: string,
): Promise<readonly ChildEnd[]> =>
  (await connection.run(statements.resetRun.endedChildren, [runId])).map(
    ([firstRunId, status, result, failure, closedAt]) => ({
      firstRunId: firstRunId as string,
      status: status as RunStatus,
      ...(result != null && { result }),
      ...(failure != null && { failure }),
      closedAt: Number(closedAt),
    }),
  )

const closeRun = async (
  connection: SqlRunner,
  statements: Statements,
  { runId, event, failure, outgoing }: OpenRunReset,
): Promise<void> => {
  const events = new SectionRows([history])
  events.add(runId, event.seq, event.type, event.recordedAt, event.data)
  await connection.run(statements.resetRun.history, events.values())
  await connection.run(statements.resetRun.close, [runId, failure])
  if (outgoing.length === 0) return
  const requests = new SectionRows([requestsLeave])
  for (const { position, request } of outgoing) requests.add(runId, position, JSON.stringify(request))
  await connection.run(statements.resetRun.outgoing, requests.values())
}

interface Beginning {
  readonly contents: ResetInbox
  readonly bundle: string
  /** Whether the hot row of the run before it becomes its own. */
  readonly isPassed: boolean
}

const beginRun = async (
  connection: SqlRunner,
  statements: Statements,
  { runId, newRunId, plan, bundle: chosen }: RunReset,
  { contents: { known, mail }, bundle, isPassed }: Beginning,
): Promise<void> => {
  const sql = statements.resetRun
  const isAnew = plan.throughSeq === 0
  const pin = isAnew ? (chosen ?? null) : bundle
  await connection.run(sql.begin, [runId, newRunId, isAnew, pin])
  const values = [runId, newRunId, pin, known.length + mail.length, known.length, isAnew ? 0 : null, engineVersion]
  await connection.run(isPassed ? sql.passTask : sql.beginTask, values)
  await connection.run(sql.goesOn, [runId, newRunId])
  const rows = [...known, ...mail]
  if (rows.length === 0) return
  await connection.run(sql.inbox, [
    newRunId,
    plainArray(rows.map((_, index) => index + 1)),
    textList(rows.map(({ kind }) => kind)),
    textList(rows.map(({ key }) => key)),
    textList(rows.map(({ data }) => data)),
    plainArray(rows.map(({ receivedAt }) => receivedAt)),
  ])
}

const beginSteps = async (
  connection: SqlRunner,
  statements: Statements,
  { runId, newRunId, plan }: RunReset,
  { contents, taskQueue, now }: { readonly contents: ResetInbox; readonly taskQueue: string; readonly now: number },
): Promise<void> => {
  const sql = statements.resetRun
  if (plan.throughSeq > 0) await connection.run(sql.copyHistory, [runId, newRunId, plan.throughSeq])
  const events = new SectionRows([history])
  for (const { seq, type, recordedAt, data } of plan.events) events.add(newRunId, seq, type, recordedAt, data)
  if (!events.isEmpty) await connection.run(sql.history, events.values())
  const timers = new SectionRows([timersOpen])
  for (const { timerId, kind, fireAt } of plan.timers) timers.add(newRunId, timerId, kind, fireAt)
  if (!timers.isEmpty) await connection.run(sql.timers, timers.values())
  const rows = { activitiesOpen: new SectionRows([activitiesOpen]) }
  const activityTasks = contents.activities.map((activity) => ({
    activity,
    attempt: 1,
    dueAt: now,
    taskQueue: activity.options.taskQueue ?? taskQueue,
  }))
  addActivityTasks({ runId: newRunId, activityTasks }, rows)
  if (!rows.activitiesOpen.isEmpty) await connection.run(sql.activities, rows.activitiesOpen.values())
}
