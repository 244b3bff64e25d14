// The entries of a commit, sorted into the rows of its sections. Entries are taken in the order of their run ids, in
// which everybody locks hot rows.
import { expiresAt } from '../../activity-deadlines.js'
import type { Continuation } from '../../../engine/turn.js'
import type { CommitEntry } from '../../worker-session.js'
import { goingOnStatus } from '../../going-on-status.js'
import type { Pin, UnwrittenPins } from '../unwritten-pins.js'
import { SectionRows } from './commit-section.js'
import * as sections from './sections.js'

export interface CommitGroup {
  /** Those that aren't empty. */
  readonly rows: readonly SectionRows[]
  /** Run ids whose hot rows are locked first, when writers of two kinds touch hot rows. */
  readonly locks: readonly string[] | undefined
  readonly latestFireAt: number | undefined
  /** Of a run that continues as new: the mail that it knows of. */
  readonly mailKnown: { readonly runId: string; readonly mail: number } | undefined
}

/** Rows for every section, in the order in which they stand in the statement. */
const emptyRows = () => ({
  history: new SectionRows([sections.history]),
  runsGoOn: new SectionRows([sections.runsGoOn]),
  runsClose: new SectionRows([sections.runsClose]),
  runsContinue: new SectionRows([sections.runsContinued, sections.runsContinuing, sections.tasksContinue]),
  mailCarried: new SectionRows([sections.mailCarried]),
  inboxOfContinued: new SectionRows([sections.inboxOfClosedRuns]),
  runsBlock: new SectionRows([sections.runsBlock]),
  tasksStay: new SectionRows([sections.tasksStay]),
  closed: new SectionRows([sections.tasksClose, sections.inboxOfClosedRuns]),
  closedWithRows: new SectionRows([sections.timersOfClosedRuns, sections.activitiesOfClosedRuns]),
  timersOpen: new SectionRows([sections.timersOpen]),
  timersClose: new SectionRows([sections.timersClose]),
  activitiesOpen: new SectionRows([sections.activitiesOpen]),
  activitiesClose: new SectionRows([sections.activitiesClose]),
  requestsLeave: new SectionRows([sections.requestsLeave]),
  updatesEnd: new SectionRows([sections.updatesEnd]),
  mailConsumed: new SectionRows([sections.mailConsumed, sections.mailKeysKept]),
})

type Rows = ReturnType<typeof emptyRows>

export const commitGroup = (entries: readonly CommitEntry[], pins: UnwrittenPins): CommitGroup => {
  const rows = emptyRows()
  let latestFireAt = -Infinity
  const sorted = entries.length < 2 ? entries : [...entries].sort((a, b) => (a.runId < b.runId ? -1 : 1))
  for (const entry of sorted) {
    latestFireAt = Math.max(latestFireAt, entry.turn?.latestFireAt ?? -Infinity)
    addEvents(entry, rows)
    for (const { runId, position, request } of entry.outgoing ?? [])
      rows.requestsLeave.add(runId, position, JSON.stringify(request))
    for (const { updateId, outcome } of entry.updateOutcomes ?? []) rows.updatesEnd.add(entry.runId, updateId, outcome)
    if (entry.disposition.type === 'close') addClose(entry, pins, rows)
    else addStay(entry, pins.pinFor(entry), rows)
  }
  const continued = sorted.find(({ turn }) => turn?.closing?.type === 'continued-as-new')
  if (continued !== undefined && sorted.length > 1) throw new Error('A run that continues as new is committed alone.')
  const touchesBoth = !rows.tasksStay.isEmpty && !rows.closed.isEmpty
  return {
    rows: Object.values(rows).filter((each) => !each.isEmpty),
    locks: touchesBoth ? sorted.filter(touchesHotRow).map((entry) => entry.runId) : undefined,
    latestFireAt: latestFireAt === -Infinity ? undefined : latestFireAt,
    mailKnown: continued && { runId: continued.runId, mail: continued.mailConsumed },
  }
}

const touchesHotRow = (entry: CommitEntry): boolean => entry.disposition.type !== 'hold' || entry.unblock === true

const addEvents = ({ runId, turn }: CommitEntry, rows: Rows): void => {
  for (const { seq, type, recordedAt, data } of turn?.events ?? []) rows.history.add(runId, seq, type, recordedAt, data)
}

const addClose = (entry: CommitEntry, pins: UnwrittenPins, rows: Rows): void => {
  const { runId, turn } = entry
  const pin = pins.pinFor(entry)
  const closing = turn?.closing
  if (closing === undefined) throw new Error(`Run ${runId} is to be closed without a closing turn.`)
  if (closing.type === 'continued-as-new') {
    addContinuation(entry, closing, pin, rows)
    if (pins.mayHaveRows(runId)) rows.closedWithRows.add(runId, entry.mailConsumed)
    return
  }
  const result = closing.type === 'completed' ? closing.result : null
  const failure = closing.type === 'completed' ? null : closing.failure
  rows.runsClose.add(runId, closing.type, result, failure, pin?.bundle ?? null, pin?.startedAt ?? null)
  rows.closed.add(runId, entry.mailConsumed)
  if (pins.mayHaveRows(runId)) rows.closedWithRows.add(runId, entry.mailConsumed)
}

const addContinuation = (
  { runId, mailConsumed }: CommitEntry,
  { newRunId, args, signals }: Continuation,
  pin: Pin | undefined,
  rows: Rows,
): void => {
  rows.runsContinue.add(runId, newRunId, args, signals.length, pin?.bundle ?? null, pin?.startedAt ?? null)
  rows.inboxOfContinued.add(runId, mailConsumed)
  signals.forEach((data, index) => rows.mailCarried.add(newRunId, index + 1, data))
}

const addStay = (entry: CommitEntry, pin: Pin | undefined, rows: Rows): void => {
  const { runId, turn, disposition } = entry
  if (disposition.type === 'block') {
    const reason = JSON.stringify(disposition.reason)
    rows.runsBlock.add(runId, reason, pin?.bundle ?? null, pin?.startedAt ?? null)
  } else if (pin !== undefined || entry.unblock === true || entry.paused !== undefined) {
    const status = goingOnStatus(entry)
    rows.runsGoOn.add(runId, status, pin?.bundle ?? null, pin?.startedAt ?? null)
  }
  addHotRow(entry, rows)
  if (turn !== undefined) {
    const opened = new Set(turn.timersOpened.map((timer) => timer.timerId))
    for (const { timerId, kind, fireAt } of turn.timersOpened) rows.timersOpen.add(runId, timerId, kind, fireAt)
    for (const timerId of turn.timersClosed) if (!opened.has(timerId)) rows.timersClose.add(runId, timerId)
    for (const activityId of turn.activitiesClosed) rows.activitiesClose.add(runId, activityId)
    if (turn.mailConsumed !== undefined) rows.mailConsumed.add(runId, turn.mailConsumed)
  }
  addActivityTasks(entry, rows)
}

const addHotRow = (entry: CommitEntry, rows: Rows): void => {
  const { runId, disposition, seq, mailConsumed } = entry
  const unblock = entry.unblock === true
  const add = (kind: string, wakeAt: number | null, activitiesLost = false, mail = mailConsumed): void =>
    rows.tasksStay.add(runId, kind, wakeAt, seq, mail, unblock, activitiesLost)
  switch (disposition.type) {
    case 'hold':
      if (unblock) add('u', null)
      return
    case 'keep':
      return add('k', disposition.wakeAt)
    case 'park':
      return add('p', disposition.wakeAt)
    case 'block':
      return add('b', disposition.retryAt, disposition.activitiesLost)
    case 'release':
      if (disposition.mailSeen === undefined) return add('r', disposition.wakeAt)
      return add('h', disposition.wakeAt, disposition.activitiesLost === true, disposition.mailSeen)
    case 'close':
      return
  }
}

/** Rows of `activities_open`. */
export const addActivityTasks = (
  { runId, activityTasks }: Pick<CommitEntry, 'runId' | 'activityTasks'>,
  rows: Pick<Rows, 'activitiesOpen'>,
): void => {
  for (const { activity, attempt, dueAt, taskQueue, lastFailure, heartbeatDetails } of activityTasks) {
    const { activityId, name, args, options, scheduledAt } = activity
    const overAt = expiresAt(activity, attempt > 1)
    rows.activitiesOpen.add(
      runId,
      activityId,
      taskQueue,
      name,
      options.priority,
      attempt - 1,
      Math.min(dueAt, overAt),
      overAt === Infinity ? null : overAt,
      scheduledAt,
      options.scheduleToCloseMs === undefined ? null : scheduledAt + options.scheduleToCloseMs,
      options.scheduleToStartMs === undefined ? null : scheduledAt + options.scheduleToStartMs,
      options.startToCloseMs,
      options.heartbeatMs ?? null,
      options.retry.maximumAttempts,
      args,
      JSON.stringify(options),
      lastFailure ?? null,
      heartbeatDetails ?? null,
    )
  }
}
