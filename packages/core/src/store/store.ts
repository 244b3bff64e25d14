// The store port: few, batch-shaped operations. store/postgres and store/memory implement it, one contract suite holds
// both to it. Instants are milliseconds since the epoch in the store's clock, payloads are JSON text.
import type { Bundle } from '../authoring/bundle.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { BundleChange, BundleRegistration } from './bundle-registration.js'
import type { DutyRequest, ExpiredRunsPage, ExpiredRunsQuery, RunDeletion } from './expired-runs.js'
import type { OutgoingMessage, SendOutcome } from './message.js'
import type { OperationRecord, OperatorMessage } from './operation.js'
import type { Outgoing, OutgoingKey } from './outgoing.js'
import type { AskOutcome, Question } from './question.js'
import type { ClosedRunReset, ResetOutcome } from './run-reset.js'
import type { RunStart, StartOutcome } from './run-start.js'
import type { RunInspection } from './run-inspection.js'
import type { HistoryQuery, RunPage, RunQuery, RunRecord, RunReference } from './run-record.js'
import type { WorkerRegistration, WorkerSession } from './worker-session.js'

export interface Store {
  /** Starts runs, in one statement where the policies allow. Outcomes stand in the order of the starts. */
  startRuns(starts: readonly RunStart[]): Promise<readonly StartOutcome[]>
  /** Leaves messages in the inboxes of open runs and wakes their owners. Outcomes in order. */
  sendMessages(messages: readonly OutgoingMessage[]): Promise<readonly SendOutcome[]>

  /** Leaves an operator's message, and with it, if it is accepted, its record. */
  operate(message: OperatorMessage): Promise<SendOutcome>
  /** Begins a run with a part of the history of one that is closed. */
  resetRun(reset: ClosedRunReset): Promise<ResetOutcome>
  /** What operators asked of a run, the oldest first, up to a thousand. */
  readOperations(runId: string): Promise<readonly OperationRecord[]>

  /** The runs named, in order; for a workflow id its newest run; `undefined` where there is none. */
  describeRuns(references: readonly RunReference[]): Promise<readonly (RunRecord | undefined)[]>
  /** What the tables know of a run beside its history. */
  inspectRun(runId: string): Promise<RunInspection | undefined>
  listRuns(query: RunQuery): Promise<RunPage>
  readHistory(query: HistoryQuery): Promise<readonly HistoryEvent[]>

  /** Requests to other runs that are committed, and that nobody has carried out for five seconds; the oldest first. */
  readOutgoing(limit: number): Promise<readonly Outgoing[]>
  /** Forgets requests that were carried out. */
  dropOutgoing(keys: readonly OutgoingKey[]): Promise<void>

  /** What became of updates of a run, by their ids, as far as it is known: JSON texts of update-outcome.ts. */
  readUpdateOutcomes(runId: string, updateIds: readonly string[]): Promise<ReadonlyMap<string, string>>

  /** Leaves a question to a run for the workers. */
  ask(question: Question): Promise<AskOutcome>
  /** Of those that have an answer, by the id of the query. */
  readAnswers(queryIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  dropQuestions(queryIds: readonly string[]): Promise<void>

  /** Stores a bundle; it becomes current for its workflows if this is its first registration. */
  registerBundle(bundle: Bundle): Promise<BundleRegistration>
  loadBundle(hash: string): Promise<Bundle | undefined>
  /** Makes a registered bundle current for workflows again (going back). */
  setCurrentBundle(hash: string, workflowTypes?: readonly string[]): Promise<readonly BundleChange[]>
  /** Workflow types that have a current bundle, sorted. */
  workflowTypes(): Promise<readonly string[]>

  /** Registers a worker; its session is the only door through which histories are written. */
  openSession(worker: WorkerRegistration): Promise<WorkerSession>
  /**
   * Earliest instant at which a run or activity of these queues is due, or `null`. May be in the past.
   * Runs and activities owned by a live worker don't count.
   */
  nextWakeAt(taskQueues: readonly string[]): Promise<number | null>
  /** The store's clock. */
  now(): Promise<number>

  /** A part of the closed runs that may go (expired-runs.ts): walks the runs in the order of their ids. */
  expiredRuns(query: ExpiredRunsQuery): Promise<ExpiredRunsPage>
  /** Deletes runs with all that is theirs, of those named the ones that are expired still. Answers which. */
  deleteRuns(deletion: RunDeletion): Promise<readonly string[]>
  /** Takes or renews a duty; false while another holder has it. */
  takeDuty(duty: DutyRequest): Promise<boolean>

  /** Calls back on hints. Hints may be lost, late or repeated; nothing may depend on them. */
  onHint(listener: (hint: StoreHint) => void): () => void
  close(): Promise<void>
}

export type WorkKind = 'runs' | 'activities' | 'questions'

export type StoreHint =
  /** Work may be due on a task queue: runs after a start or mail for a parked run, activities, or questions to runs. */
  | { readonly type: 'work'; readonly taskQueue: string; readonly of: WorkKind }
  /** An owned run has mail. */
  | { readonly type: 'mail'; readonly runId: string }
  /** These queries have answers. */
  | { readonly type: 'answers'; readonly queryIds: readonly string[] }
  /** These runs have new events, or closed. */
  | { readonly type: 'progress'; readonly runIds: readonly string[]; readonly closed: boolean }
