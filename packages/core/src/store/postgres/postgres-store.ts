// The store on Postgres. Calls of one moment share a statement; what can safely run twice waits for a server that comes
// back.
import { Kysely } from 'kysely'
import type { Bundle } from '../../authoring/bundle.js'
import type { HistoryEvent } from '../../history/history-event.js'
import type { BundleChange, BundleRegistration } from '../bundle-registration.js'
import { checkOutgoingMessage } from '../check-outgoing-message.js'
import { checkRunQuery } from '../check-run-query.js'
import { checkRunStart } from '../check-run-start.js'
import { chooseWorkflowTypes } from '../choose-workflow-types.js'
import type { DutyRequest, ExpiredRunsPage, ExpiredRunsQuery, RunDeletion } from '../expired-runs.js'
import type { Outgoing, OutgoingKey } from '../outgoing.js'
import type { AskOutcome, Question } from '../question.js'
import type { RunInspection } from '../run-inspection.js'
import { runInspection } from './statements/inspect-run.js'
import { dropOutgoingValues, outgoing } from './statements/outbox.js'
import type { OutgoingMessage, SendOutcome } from '../message.js'
import type { OperationRecord, OperatorMessage } from '../operation.js'
import type { HistoryQuery, RunPage, RunQuery, RunRecord, RunReference } from '../run-record.js'
import type { ClosedRunReset, ResetOutcome } from '../run-reset.js'
import type { RunStart, StartOutcome } from '../run-start.js'
import { startOverTerminated } from '../start-over-terminated.js'
import type { Store, StoreHint } from '../store.js'
import { UnknownBundleError } from '../unknown-bundle-error.js'
import type { WorkerRegistration, WorkerSession } from '../worker-session.js'
import { plainArray, textArray } from './array-literal.js'
import type { Database } from './database.js'
import { isConnectionFailure, isContention, isRefusal, isTakenKey } from './database-failure.js'
import { DatabaseUnavailableError } from './database-unavailable-error.js'
import { kyselyDialect } from './driver/kysely-dialect.js'
import type { SqlDriver, SqlRow, SqlRunner, SqlValue, Statement } from './driver/sql-driver.js'
import { inTransaction } from './driver/transaction.js'
import { groupCalls } from './group-calls.js'
import type { Hints } from './hints/hints.js'
import type { SessionHints } from './hints/session-hints.js'
import { LastingSession } from './lasting-session.js'
import { operate } from './operate.js'
import { PostgresSession } from './postgres-session.js'
import { reconnect } from './reconnect.js'
import { resetRun } from './reset-run.js'
import { retryContention } from './retry-contention.js'
import { RunStarter } from './run-starter.js'
import { type Statements, statementsFor } from './statements.js'
import { bundleChanges, loadedBundle } from './statements/bundles.js'
import { askValues } from './statements/questions.js'
import { deleteRunsValues } from './statements/delete-runs.js'
import { describeRunsValues, runRecord } from './statements/describe-runs.js'
import { expiredRunsPage, expiredRunsValues } from './statements/expired-runs.js'
import { listRuns } from './statements/list-runs.js'
import { operationRecord } from './statements/operations.js'
import { historyEvent } from './statements/read-history.js'
import { registerWorkerValues } from './statements/register-worker.js'
import { sendMessagesValues, sentMail } from './statements/send-messages.js'
import { takeDutyValues } from './statements/take-duty.js'

/** Of one statement. */
const groupLimit = 1_000

export interface PostgresStoreOptions {
  readonly driver: SqlDriver
  readonly schema: string
  readonly hints: Hints
}

export class PostgresStore implements Store {
  readonly #driver: SqlDriver
  readonly #kysely: Kysely<Database>
  readonly #statements: Statements
  readonly #hints: Hints
  readonly #hot: LastingSession
  readonly #sessions = new Set<PostgresSession>()
  #closing: Promise<void> | undefined
  readonly #start: (starts: readonly RunStart[]) => Promise<readonly StartOutcome[]>
  readonly #send: (messages: readonly OutgoingMessage[]) => Promise<readonly SendOutcome[]>
  readonly #describe: (references: readonly RunReference[]) => Promise<readonly (RunRecord | undefined)[]>

  constructor(options: PostgresStoreOptions) {
    this.#driver = options.driver
    const dialect = kyselyDialect(() => this.#driver.acquire())
    this.#kysely = new Kysely<Database>({ dialect }).withSchema(options.schema)
    this.#statements = statementsFor(options.schema)
    this.#hints = options.hints
    this.#hot = new LastingSession(options.driver)
    const group = { limit: groupLimit, isRefusal }
    const starter = new RunStarter(this.#driver, this.#hot, this.#statements)
    this.#start = groupCalls({ ...group, run: (starts) => this.#startGroup(starter, starts) })
    this.#send = groupCalls({ ...group, run: (messages) => this.#sendGroup(messages) })
    this.#describe = groupCalls({ ...group, run: (references) => this.#describeGroup(references) })
  }

  async startRuns(starts: readonly RunStart[]): Promise<readonly StartOutcome[]> {
    starts.forEach(checkRunStart)
    const outcomes = await this.#start(starts)
    return Promise.all(
      outcomes.map((outcome, i) => {
        const start = starts[i] as RunStart
        return outcome.type === 'conflict' && start.conflict === 'terminate-existing'
          ? startOverTerminated(this, start, outcome, () => this.#startAgain(start))
          : outcome
      }),
    )
  }

  async sendMessages(messages: readonly OutgoingMessage[]): Promise<readonly SendOutcome[]> {
    messages.forEach(checkOutgoingMessage)
    return this.#send(messages)
  }

  async operate(message: OperatorMessage): Promise<SendOutcome> {
    checkOutgoingMessage(message)
    const rows = await this.#transaction((connection) => operate(connection, this.#statements, message))
    return this.#announce([message], rows)[0] as SendOutcome
  }

  async resetRun(reset: ClosedRunReset): Promise<ResetOutcome> {
    const done = await this.#transaction((connection) => resetRun(connection, this.#statements, reset))
    if (done.outcome.type === 'reset') this.#hints.reset(reset.runId, done.taskQueue)
    return done.outcome
  }

  async readOperations(runId: string): Promise<readonly OperationRecord[]> {
    const rows = await this.#safely(() => this.#driver.run(this.#statements.readOperations, [runId]))
    return rows.map(operationRecord)
  }

  async describeRuns(references: readonly RunReference[]): Promise<readonly (RunRecord | undefined)[]> {
    this.#hints.looked()
    return this.#describe(references)
  }

  async listRuns(query: RunQuery): Promise<RunPage> {
    checkRunQuery(query)
    return this.#safely(() => listRuns(this.#kysely, query))
  }

  async readHistory({ runId, afterSeq, limit }: HistoryQuery): Promise<readonly HistoryEvent[]> {
    const values = [runId, afterSeq, limit ?? null]
    return (await this.#safely(() => this.#driver.run(this.#statements.readHistory, values))).map(historyEvent)
  }

  async ask(question: Question): Promise<AskOutcome> {
    // Asking twice would be two rows of one id.
    const ask = () => this.#hot.run(this.#statements.ask, askValues(question))
    const [row] = await ask().catch((error: unknown) => this.#unavailable(error))
    const [taskQueue, epoch] = row ?? []
    if (taskQueue == null) return 'no-run'
    this.#hints.asked(taskQueue, epoch == null ? undefined : Number(epoch))
    return 'asked'
  }

  async readOutgoing(limit: number): Promise<readonly Outgoing[]> {
    const rows = await this.#safely(() => this.#hot.run(this.#statements.readOutgoing, [limit]))
    return rows.map(outgoing)
  }

  async dropOutgoing(keys: readonly OutgoingKey[]): Promise<void> {
    await this.#safely(() => this.#hot.run(this.#statements.dropOutgoing, dropOutgoingValues(keys)))
  }

  async inspectRun(runId: string): Promise<RunInspection | undefined> {
    const [row] = await this.#safely(() => this.#hot.run(this.#statements.inspectRun, [runId]))
    return row === undefined ? undefined : runInspection(row)
  }

  async readUpdateOutcomes(runId: string, updateIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const values = [runId, textArray(updateIds)]
    const rows = await this.#safely(() => this.#hot.run(this.#statements.readUpdateOutcomes, values))
    return new Map(rows.map(([updateId, outcome]) => [updateId as string, outcome as string]))
  }

  async readAnswers(queryIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#safely(() => this.#hot.run(this.#statements.readAnswers, [plainArray(queryIds)]))
    return new Map(rows.map(([queryId, answer]) => [queryId as string, answer as string]))
  }

  async dropQuestions(queryIds: readonly string[]): Promise<void> {
    await this.#safely(() => this.#hot.run(this.#statements.dropQuestions, [plainArray(queryIds)]))
  }

  async registerBundle(bundle: Bundle): Promise<BundleRegistration> {
    const { hash, code, map, manifest } = bundle
    const values = [hash, code, map, JSON.stringify(manifest)]
    return this.#transaction(async (connection) => {
      const inserted = await connection.run(this.#statements.insertBundle, values)
      if (inserted.length === 0) return { isNew: false, changes: [] }
      return { isNew: true, changes: await this.#makeCurrent(connection, hash, chooseWorkflowTypes(bundle)) }
    })
  }

  async loadBundle(hash: string): Promise<Bundle | undefined> {
    const [row] = await this.#safely(() => this.#driver.run(this.#statements.loadBundle, [hash]))
    return row === undefined ? undefined : loadedBundle(row)
  }

  async setCurrentBundle(hash: string, workflowTypes?: readonly string[]): Promise<readonly BundleChange[]> {
    const bundle = await this.loadBundle(hash)
    if (bundle === undefined) throw new UnknownBundleError(hash)
    const types = chooseWorkflowTypes(bundle, workflowTypes)
    return this.#transaction((connection) => this.#makeCurrent(connection, hash, types))
  }

  async workflowTypes(): Promise<readonly string[]> {
    const rows = await this.#safely(() => this.#driver.run(this.#statements.workflowTypes))
    return rows.map(([type]) => type as string)
  }

  async openSession(worker: WorkerRegistration): Promise<WorkerSession> {
    return this.#safely(async () => {
      const connection = await this.#driver.openSession()
      try {
        const values = registerWorkerValues(worker, connection.backendPid !== undefined)
        const register = () => connection.run(this.#statements.registerWorker, values)
        const [row] = await retryContention(register, (error) => isContention(error) || isTakenKey(error))
        const epoch = Number(row?.[0])
        const hints = this.#hints.forSession(epoch, worker.taskQueues)
        const session: PostgresSession = new PostgresSession({
          worker,
          epoch,
          connection,
          transaction: (body) => this.#transaction(body),
          pool: { run: (statement, values) => this.#safely(() => this.#driver.run(statement, values)) },
          statements: this.#statements,
          hints: { ...hints, ended: () => this.#ended(session, hints) },
        })
        this.#sessions.add(session)
        return session
      } catch (error) {
        await connection.close()
        throw error
      }
    })
  }

  async nextWakeAt(taskQueues: readonly string[]): Promise<number | null> {
    const values = [textArray(taskQueues)]
    const [row] = await this.#safely(() => this.#driver.run(this.#statements.nextWake, values))
    return row?.[0] == null ? null : Number(row[0])
  }

  async now(): Promise<number> {
    const [row] = await this.#safely(() => this.#driver.run(this.#statements.clock))
    return Number(row?.[0])
  }

  async expiredRuns(query: ExpiredRunsQuery): Promise<ExpiredRunsPage> {
    const values = expiredRunsValues(query)
    return expiredRunsPage(await this.#rarely(this.#statements.expiredRuns, values), query.limit)
  }

  async deleteRuns(deletion: RunDeletion): Promise<readonly string[]> {
    const rows = await this.#rarely(this.#statements.deleteRuns, deleteRunsValues(deletion))
    return rows.map(([runId]) => runId as string)
  }

  async takeDuty(duty: DutyRequest): Promise<boolean> {
    return (await this.#rarely(this.#statements.takeDuty, takeDutyValues(duty))).length > 0
  }

  onHint(listener: (hint: StoreHint) => void): () => void {
    return this.#hints.subscribe(listener)
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    // A worker has ended its session by now; one that is left would keep its connection.
    await Promise.all([...this.#sessions].map((session) => session.end()))
    await this.#hints.close()
    await this.#hot.close()
    await this.#driver.close()
  }

  #ended(session: PostgresSession, hints: SessionHints): void {
    this.#sessions.delete(session)
    hints.ended()
  }

  async #startAgain(start: RunStart): Promise<StartOutcome> {
    const [outcome] = await this.#start([start])
    return outcome as StartOutcome
  }

  async #startGroup(starter: RunStarter, starts: readonly RunStart[]): Promise<readonly StartOutcome[]> {
    const outcomes = await this.#safely(() => starter.start(starts))
    // One hint for the group: each brings every worker that hears it to ask.
    const started = starts.filter((_, i) => outcomes[i]?.type === 'started')
    this.#hints.work(
      'runs',
      started.map(({ taskQueue }) => taskQueue),
    )
    return outcomes
  }

  async #sendGroup(messages: readonly OutgoingMessage[]): Promise<readonly SendOutcome[]> {
    const values = sendMessagesValues(messages)
    const send = () => this.#hot.run(this.#statements.sendMessages, values)
    const sendAlone = () => retryContention(send, (error) => isContention(error) || isTakenKey(error))
    // A message with a key may be sent again; of others, nobody could tell whether they arrived.
    const isSafe = messages.every(({ key }) => key !== undefined)
    const rows = await (isSafe ? this.#safely(sendAlone) : sendAlone().catch((error) => this.#unavailable(error)))
    return this.#announce(messages, rows)
  }

  #announce(messages: readonly OutgoingMessage[], rows: readonly SqlRow[]): readonly SendOutcome[] {
    const { outcomes, taskQueues, owned } = sentMail(messages, rows)
    this.#hints.work('runs', taskQueues)
    this.#hints.mail(owned)
    return outcomes
  }

  async #describeGroup(references: readonly RunReference[]): Promise<readonly (RunRecord | undefined)[]> {
    const values = describeRunsValues(references)
    const rows = await this.#safely(() => this.#hot.run(this.#statements.describeRuns, values))
    const found = new Map(rows.map(([place, ...row]) => [Number(place), row]))
    return references.map((_, i) => {
      const row = found.get(i + 1)
      return row === undefined ? undefined : runRecord(row)
    })
  }

  async #makeCurrent(connection: SqlRunner, hash: string, types: readonly string[]): Promise<BundleChange[]> {
    const before = await connection.run(this.#statements.lockCurrent, [textArray(types)])
    const changed = await connection.run(this.#statements.setCurrent, [textArray(types), hash])
    return bundleChanges(hash, before, changed)
  }

  #transaction<T>(body: (connection: SqlRunner) => Promise<T>): Promise<T> {
    return this.#safely(() => retryContention(() => inTransaction(this.#driver, body)))
  }

  /** Down the pool, out of the way of what is hot. */
  #rarely(statement: Statement, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#safely(() => retryContention(() => this.#driver.run(statement, values)))
  }

  /** What may run twice waits for a server that is away. */
  #safely<T>(run: () => Promise<T>): Promise<T> {
    return reconnect(this.#driver.label, run)
  }

  #unavailable(error: unknown): never {
    if (isConnectionFailure(error)) throw new DatabaseUnavailableError(this.#driver.label, error)
    throw error
  }
}
