// The store in memory: for tests, time skipping and simulation. Each operation is one synchronous step, so it has the
// atomicity that the Postgres store gets from its statements; the clock is given, so it can be moved.
import type { Bundle } from '../../authoring/bundle.js'
import type { HistoryEvent } from '../../history/history-event.js'
import type { BundleChange, BundleRegistration } from '../bundle-registration.js'
import { checkOutgoingMessage } from '../check-outgoing-message.js'
import { checkRunStart } from '../check-run-start.js'
import type { DutyRequest, ExpiredRunsPage, ExpiredRunsQuery, RunDeletion } from '../expired-runs.js'
import { HintBus } from '../hint-bus.js'
import type { OutgoingMessage, SendOutcome } from '../message.js'
import type { OperationRecord, OperatorMessage } from '../operation.js'
import type { Outgoing, OutgoingKey } from '../outgoing.js'
import type { RunInspection } from '../run-inspection.js'
import { deleteRuns, expiredRuns, takeDuty } from './expired-runs.js'
import { inspectRun } from './inspect-run.js'
import { dropOutgoing, readOutgoing } from './outbox.js'
import type { AskOutcome, Question } from '../question.js'
import type { HistoryQuery, RunPage, RunQuery, RunRecord, RunReference } from '../run-record.js'
import type { ClosedRunReset, ResetOutcome, RunReset } from '../run-reset.js'
import type { RunStart, StartOutcome } from '../run-start.js'
import type { Store, StoreHint, WorkKind } from '../store.js'
import { startOverTerminated } from '../start-over-terminated.js'
import type { CommitEntry, WorkerRegistration, WorkerSession } from '../worker-session.js'
import { registerBundle, setCurrentBundle } from './bundles.js'
import { MemorySession, type SessionHost } from './memory-session.js'
import { type MemoryTables, memoryTables } from './memory-tables.js'
import { nextWakeAt } from './next-wake-at.js'
import { askQuestion } from './questions.js'
import { listRuns, newestRun, runRecord } from './run-records.js'
import { sendMessage } from './send-messages.js'
import { resetRun } from './reset-run.js'
import { startRun } from './start-runs.js'

export interface MemoryStoreOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /**
   * For several stores on the same runs.
   *
   * @default one of its own
   */
  readonly database?: MemoryDatabase
}

/** What stores share. */
export interface MemoryDatabase {
  readonly tables: MemoryTables
  readonly hints: HintBus
  /** The latest instant that any of them has seen. */
  latest: number
}

export const memoryDatabase = (): MemoryDatabase => ({ tables: memoryTables(), hints: new HintBus(), latest: 0 })

export class MemoryStore implements Store {
  readonly #tables: MemoryTables
  readonly #hints: HintBus
  readonly #subscriptions = new Set<() => void>()
  readonly #now: () => number
  readonly #host: SessionHost

  constructor(options: MemoryStoreOptions) {
    const database = options.database ?? memoryDatabase()
    this.#tables = database.tables
    this.#hints = database.hints
    // Whole milliseconds, and never backwards, whatever the clock does.
    this.#now = () => (database.latest = Math.max(database.latest, Math.floor(options.now())))
    this.#host = {
      tables: this.#tables,
      now: this.#now,
      send: (message) => void this.#send(message),
      committed: (entries) => this.#announceProgress(entries),
      answered: (answers) => this.#hints.emit({ type: 'answers', queryIds: answers.map(({ queryId }) => queryId) }),
      reset: (reset) => this.#announceReset(reset),
      freed: (taskQueues) => this.#announceWork('runs', taskQueues),
    }
  }

  async startRuns(starts: readonly RunStart[]): Promise<readonly StartOutcome[]> {
    starts.forEach(checkRunStart)
    const now = this.#now()
    const outcomes = starts.map((start) => startRun(this.#tables, start, now))
    const started = starts.filter((_, i) => outcomes[i]?.type === 'started')
    this.#announceWork(
      'runs',
      started.map((start) => start.taskQueue),
    )
    return Promise.all(
      outcomes.map((outcome, i) => {
        const start = starts[i] as RunStart
        return outcome.type === 'conflict' && start.conflict === 'terminate-existing'
          ? startOverTerminated(this, start, outcome, async () => this.#startAgain(start))
          : outcome
      }),
    )
  }

  async sendMessages(messages: readonly OutgoingMessage[]): Promise<readonly SendOutcome[]> {
    messages.forEach(checkOutgoingMessage)
    return messages.map((message) => this.#send(message))
  }

  async operate(message: OperatorMessage): Promise<SendOutcome> {
    checkOutgoingMessage(message)
    const { runId, operation, data } = message
    const outcome = this.#send(message)
    if (outcome.type === 'sent') {
      const records = this.#tables.operations.get(runId) ?? []
      this.#tables.operations.set(runId, [...records, { ...operation, acceptedAt: this.#now(), details: data }])
    }
    return outcome
  }

  async resetRun(reset: ClosedRunReset): Promise<ResetOutcome> {
    const outcome = resetRun(this.#tables, reset, this.#now())
    if (outcome.type === 'reset') this.#announceReset(reset)
    return outcome
  }

  async readOperations(runId: string): Promise<readonly OperationRecord[]> {
    return (this.#tables.operations.get(runId) ?? []).slice(0, 1_000)
  }

  async describeRuns(references: readonly RunReference[]): Promise<readonly (RunRecord | undefined)[]> {
    return references.map((reference) => {
      const runId = 'runId' in reference ? reference.runId : newestRun(this.#tables, reference.workflowId)
      return runId === undefined ? undefined : runRecord(this.#tables, runId)
    })
  }

  async listRuns(query: RunQuery): Promise<RunPage> {
    return listRuns(this.#tables, query)
  }

  async readHistory(query: HistoryQuery): Promise<readonly HistoryEvent[]> {
    const events = this.#tables.histories.get(query.runId) ?? []
    return events.filter((event) => event.seq > query.afterSeq).slice(0, query.limit)
  }

  async ask(question: Question): Promise<AskOutcome> {
    const outcome = askQuestion(this.#tables, question, this.#now())
    if (outcome === 'asked') this.#announceWork('questions', [this.#tables.runs.get(question.runId)?.taskQueue ?? ''])
    return outcome
  }

  async readOutgoing(limit: number): Promise<readonly Outgoing[]> {
    return readOutgoing(this.#tables, limit, this.#now())
  }

  async dropOutgoing(keys: readonly OutgoingKey[]): Promise<void> {
    dropOutgoing(this.#tables, keys)
  }

  async inspectRun(runId: string): Promise<RunInspection | undefined> {
    return inspectRun(this.#tables, runId.toLowerCase(), this.#now())
  }

  async readUpdateOutcomes(runId: string, updateIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#tables.updateOutcomes.get(runId.toLowerCase())
    return new Map(updateIds.flatMap((id) => (known?.has(id) === true ? [[id, known.get(id) ?? '']] : [])))
  }

  async readAnswers(queryIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map(
      queryIds.flatMap((queryId) => {
        const answer = this.#tables.questions.get(queryId)?.answer
        return answer === undefined ? [] : [[queryId, answer]]
      }),
    )
  }

  async dropQuestions(queryIds: readonly string[]): Promise<void> {
    for (const queryId of queryIds) this.#tables.questions.delete(queryId)
  }

  async registerBundle(bundle: Bundle): Promise<BundleRegistration> {
    return registerBundle(this.#tables, bundle)
  }

  async loadBundle(hash: string): Promise<Bundle | undefined> {
    return this.#tables.bundles.get(hash)
  }

  async setCurrentBundle(hash: string, workflowTypes?: readonly string[]): Promise<readonly BundleChange[]> {
    return setCurrentBundle(this.#tables, hash, workflowTypes)
  }

  async workflowTypes(): Promise<readonly string[]> {
    return [...this.#tables.currentBundles.keys()].sort()
  }

  async openSession(worker: WorkerRegistration): Promise<WorkerSession> {
    const epoch = (this.#tables.lastEpoch += 1)
    const row = { ...worker, epoch, leaseUntil: this.#now() + worker.leaseMs }
    this.#tables.workers.set(worker.workerId, row)
    return new MemorySession(this.#host, row)
  }

  async nextWakeAt(taskQueues: readonly string[]): Promise<number | null> {
    return nextWakeAt(this.#tables, { taskQueues })
  }

  async now(): Promise<number> {
    return this.#now()
  }

  async expiredRuns(query: ExpiredRunsQuery): Promise<ExpiredRunsPage> {
    return expiredRuns(this.#tables, query, this.#now())
  }

  async deleteRuns(deletion: RunDeletion): Promise<readonly string[]> {
    return deleteRuns(this.#tables, deletion, this.#now())
  }

  async takeDuty(duty: DutyRequest): Promise<boolean> {
    return takeDuty(this.#tables, duty, this.#now())
  }

  onHint(listener: (hint: StoreHint) => void): () => void {
    const unsubscribe = this.#hints.subscribe(listener)
    this.#subscriptions.add(unsubscribe)
    return () => {
      this.#subscriptions.delete(unsubscribe)
      unsubscribe()
    }
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#subscriptions.clear()
  }

  #startAgain(start: RunStart): StartOutcome {
    const outcome = startRun(this.#tables, start, this.#now())
    if (outcome.type === 'started') this.#announceWork('runs', [start.taskQueue])
    return outcome
  }

  #send(message: OutgoingMessage): SendOutcome {
    const outcome = sendMessage(this.#tables, message, this.#now())
    if (outcome.type !== 'sent') return outcome
    const task = this.#tables.tasks.get(message.runId)
    if (task?.owner === null) this.#announceWork('runs', [task.taskQueue])
    else this.#hints.emit({ type: 'mail', runId: message.runId })
    return outcome
  }

  #announceReset({ runId, newRunId }: RunReset): void {
    this.#hints.emit({ type: 'progress', runIds: [runId], closed: true })
    this.#announceWork('runs', [this.#tables.runs.get(newRunId)?.taskQueue ?? ''])
  }

  #announceWork(of: WorkKind, taskQueues: readonly string[]): void {
    for (const taskQueue of new Set(taskQueues)) this.#hints.emit({ type: 'work', taskQueue, of })
  }

  #announceProgress(entries: readonly CommitEntry[]): void {
    const closed = entries.filter(({ disposition }) => disposition.type === 'close')
    const open = entries.filter(({ turn, disposition }) => turn !== undefined && disposition.type !== 'close')
    if (closed.length > 0) this.#hints.emit({ type: 'progress', runIds: closed.map((e) => e.runId), closed: true })
    if (open.length > 0) this.#hints.emit({ type: 'progress', runIds: open.map((e) => e.runId), closed: false })
    const activityTasks = entries.flatMap((entry) => entry.activityTasks)
    this.#announceWork(
      'activities',
      activityTasks.map((task) => task.taskQueue),
    )
    const released = entries.filter(({ disposition }) => disposition.type === 'release')
    const continued = entries.flatMap(({ turn }) =>
      turn?.closing?.type === 'continued-as-new' ? turn.closing.newRunId : [],
    )
    this.#announceWork(
      'runs',
      [...released.map(({ runId }) => runId), ...continued].flatMap(
        (runId) => this.#tables.tasks.get(runId)?.taskQueue ?? [],
      ),
    )
  }
}
