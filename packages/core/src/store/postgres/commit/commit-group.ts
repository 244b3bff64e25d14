// The entries of a commit, sorted into the rows of its sections. Entries are taken in the order of their run ids, in
// which everybody locks hot rows.
import { expiresAt } from '../../activity-deadlines.js'
import type { CommitEntry } from '../../worker-session.js'
import { SectionRows } from './commit-section.js'
import * as sections from './sections.js'

/** In the order in which they stand in the statement. */
const order = [
  sections.history,
  sections.runsGoOn,
  sections.runsClose,
  sections.runsBlock,
  sections.tasksStay,
  sections.tasksClose,
  sections.timersOfClosedRuns,
  sections.activitiesOfClosedRuns,
  sections.inboxOfClosedRuns,
  sections.timersOpen,
  sections.timersClose,
  sections.activitiesOpen,
  sections.activitiesClose,
  sections.mailConsumed,
  sections.mailKeysKept,
]

export interface CommitGroup {
  readonly sections: readonly SectionRows[]
  /** Run ids whose hot rows are locked first, when writers of two kinds touch hot rows. */
  readonly locks: readonly string[] | undefined
  readonly latestFireAt: number | undefined
}

export const commitGroup = (entries: readonly CommitEntry[]): CommitGroup => {
  const rows = new Map(order.map((section) => [section, new SectionRows(section)]))
  const to = (section: (typeof order)[number]): SectionRows => rows.get(section) as SectionRows
  let latestFireAt = -Infinity
  const sorted = entries.length < 2 ? entries : [...entries].sort((a, b) => (a.runId < b.runId ? -1 : 1))
  for (const entry of sorted) {
    latestFireAt = Math.max(latestFireAt, entry.turn?.latestFireAt ?? -Infinity)
    addEvents(entry, to)
    if (entry.disposition.type === 'close') addClose(entry, to)
    else addStay(entry, to)
  }
  const full = order.map(to).filter((each) => !each.isEmpty)
  const touchesBoth = !to(sections.tasksStay).isEmpty && !to(sections.tasksClose).isEmpty
  return {
    sections: full,
    locks: touchesBoth ? sorted.filter(touchesHotRow).map((entry) => entry.runId) : undefined,
    latestFireAt: latestFireAt === -Infinity ? undefined : latestFireAt,
  }
}

type To = (section: (typeof order)[number]) => SectionRows

const touchesHotRow = (entry: CommitEntry): boolean => entry.disposition.type !== 'hold' || entry.unblock === true

const addEvents = ({ runId, turn }: CommitEntry, to: To): void => {
  const rows = to(sections.history)
  for (const { seq, type, recordedAt, data } of turn?.events ?? []) rows.add(runId, seq, type, recordedAt, data)
}

const addClose = ({ runId, turn, pin }: CommitEntry, to: To): void => {
  const closing = turn?.closing
  if (closing === undefined) throw new Error(`Run ${runId} is to be closed without a closing turn.`)
  const result = closing.type === 'completed' ? closing.result : null
  const failure = closing.type === 'completed' ? null : closing.failure
  to(sections.runsClose).add(runId, closing.type, result, failure, pin?.bundle ?? null, pin?.startedAt ?? null)
  to(sections.tasksClose).add(runId)
  to(sections.timersOfClosedRuns).add(runId)
  to(sections.activitiesOfClosedRuns).add(runId)
  to(sections.inboxOfClosedRuns).add(runId)
}

const addStay = (entry: CommitEntry, to: To): void => {
  const { runId, turn, pin, disposition } = entry
  if (disposition.type === 'block') to(sections.runsBlock).add(runId, JSON.stringify(disposition.reason))
  else if (pin !== undefined || entry.unblock === true) {
    to(sections.runsGoOn).add(runId, pin?.bundle ?? null, pin?.startedAt ?? null)
  }
  addHotRow(entry, to)
  if (turn !== undefined) {
    const opened = new Set(turn.timersOpened.map((timer) => timer.timerId))
    for (const { timerId, kind, fireAt } of turn.timersOpened) to(sections.timersOpen).add(runId, timerId, kind, fireAt)
    for (const timerId of turn.timersClosed) if (!opened.has(timerId)) to(sections.timersClose).add(runId, timerId)
    for (const activityId of turn.activitiesClosed) to(sections.activitiesClose).add(runId, activityId)
    if (turn.mailConsumed !== undefined) {
      to(sections.mailConsumed).add(runId, turn.mailConsumed)
      to(sections.mailKeysKept).add(runId, turn.mailConsumed)
    }
  }
  addActivityTasks(entry, to)
}

const addHotRow = (entry: CommitEntry, to: To): void => {
  const { runId, disposition, seq, mailConsumed } = entry
  const unblock = entry.unblock === true
  const add = (kind: string, wakeAt: number | null, activitiesLost = false): void =>
    to(sections.tasksStay).add(runId, kind, wakeAt, seq, mailConsumed, unblock, activitiesLost)
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
      return add('r', disposition.wakeAt)
    case 'close':
      return
  }
}

const addActivityTasks = ({ runId, activityTasks }: CommitEntry, to: To): void => {
  for (const { activity, attempt, dueAt, taskQueue, lastFailure } of activityTasks) {
    const { activityId, name, args, options, scheduledAt } = activity
    const overAt = expiresAt(activity, attempt > 1)
    to(sections.activitiesOpen).add(
      runId,
      activityId,
      taskQueue,
      name,
      options.priority,
      attempt - 1,
      Math.min(dueAt, overAt),
      overAt === Infinity ? null : overAt,
      scheduledAt,
      args,
      JSON.stringify(options),
      lastFailure ?? null,
    )
  }
}
