// The rows of the memory store: what the tables of Postgres hold, as maps. The operations stand in the files beside it.
import type { Bundle } from '../../authoring/bundle.js'
import type { OpenActivity, OpenTimer } from '../../engine/turn.js'
import type { HistoryEvent } from '../../history/history-event.js'
import type { InboxMessage } from '../message.js'
import type { OperationRecord } from '../operation.js'
import type { Outgoing } from '../outgoing.js'
import type { Question } from '../question.js'
import type { ParentLink } from '../run-start.js'
import type { RunStatus } from '../run-record.js'
import type { WorkerRegistration } from '../worker-session.js'

export interface RunRow {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly args: string
  readonly createdAt: number
  status: RunStatus
  bundle?: string
  result?: string
  failure?: string
  blocked?: string
  nextRunId?: string
  readonly parent?: ParentLink
  readonly priority: number
  readonly runTimeoutMs?: number
  /** The run that its chain began with, when that is another. */
  readonly firstRunId?: string
  startedAt?: number
  closedAt?: number
}

/** The hot row of an open run. */
export interface TaskRow {
  readonly runId: string
  readonly workflowId: string
  readonly taskQueue: string
  readonly priority: number
  readonly timeoutAt?: number
  readonly runTimeoutMs?: number
  readonly startAt?: number
  wakeAt: number | null
  mail: number
  mailConsumed: number
  /** Epoch of the worker that owns it. */
  owner: number | null
  ownerId?: string
  takeovers: number
  activitiesLost: boolean
  seq: number | null
  blockedAttempts: number
  engineVersion: number
}

export interface MailRow extends InboxMessage {
  readonly key?: string
}

export interface ActivityRow {
  readonly runId: string
  readonly activity: OpenActivity
  readonly taskQueue: string
  /** The last attempt that was started, 0 for none. */
  attempt: number
  /** While waiting: not before this. While claimed: when the claim may be taken over. */
  dueAt: number
  claim?: string
  owner: number | null
  workerLost: boolean
  startedAt: number
  heartbeatAt: number
  lastFailure?: string
  heartbeatDetails?: string
}

export interface WorkerRow extends WorkerRegistration {
  readonly epoch: number
  leaseUntil: number
}

export interface OutboxRow extends Outgoing {
  readonly committedAt: number
}

export interface QuestionRow extends Question {
  readonly expiresAt: number
  answer?: string
}

export interface DutyRow {
  readonly holder: string
  readonly heldUntil: number
}

export interface MemoryTables {
  readonly questions: Map<string, QuestionRow>
  readonly runs: Map<string, RunRow>
  /** Run ids of a workflow id, oldest first. */
  readonly runIds: Map<string, string[]>
  /** The open run of a workflow id. */
  readonly openRuns: Map<string, string>
  readonly tasks: Map<string, TaskRow>
  /** The tasks without an owner, which a claim looks through. */
  readonly unowned: Set<TaskRow>
  readonly histories: Map<string, HistoryEvent[]>
  readonly inboxes: Map<string, MailRow[]>
  readonly mailKeys: Map<string, Set<string>>
  readonly timers: Map<string, Map<string, OpenTimer>>
  readonly outbox: Map<string, OutboxRow>
  readonly operations: Map<string, OperationRecord[]>
  readonly updateOutcomes: Map<string, Map<string, string>>
  readonly activities: Map<string, Map<string, ActivityRow>>
  readonly workers: Map<string, WorkerRow>
  readonly duties: Map<string, DutyRow>
  readonly bundles: Map<string, Bundle>
  readonly currentBundles: Map<string, string>
  lastEpoch: number
  lastClaim: number
}

export const memoryTables = (): MemoryTables => ({
  questions: new Map(),
  runs: new Map(),
  runIds: new Map(),
  openRuns: new Map(),
  tasks: new Map(),
  unowned: new Set(),
  histories: new Map(),
  inboxes: new Map(),
  mailKeys: new Map(),
  timers: new Map(),
  outbox: new Map(),
  operations: new Map(),
  updateOutcomes: new Map(),
  activities: new Map(),
  workers: new Map(),
  duties: new Map(),
  bundles: new Map(),
  currentBundles: new Map(),
  lastEpoch: 0,
  lastClaim: 0,
})

/** Takes a task from its owner and makes it due at `wakeAt`. */
export const letGo = (tables: MemoryTables, task: TaskRow, wakeAt: number | null): void => {
  task.owner = null
  delete task.ownerId
  task.wakeAt = wakeAt
  tables.unowned.add(task)
}

/** Removes what only an open run has: its hot row, timers, activity tasks and mail, but for signals it hasn't consumed. */
export const removeOpenRun = (tables: MemoryTables, task: TaskRow, mailConsumed: number): void => {
  tables.tasks.delete(task.runId)
  tables.unowned.delete(task)
  tables.openRuns.delete(task.workflowId)
  tables.timers.delete(task.runId)
  tables.activities.delete(task.runId)
  const left =
    tables.inboxes.get(task.runId)?.filter(({ kind, mail }) => kind === 'signal' && mail > mailConsumed) ?? []
  if (left.length > 0) tables.inboxes.set(task.runId, left)
  else tables.inboxes.delete(task.runId)
  tables.mailKeys.delete(task.runId)
}
