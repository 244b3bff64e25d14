// A worker's session with Postgres. What writes goes down one connection, statement by statement: several lockers of the
// worker's row at once would make a multixact of each lock. Reads of what it owns take the pool.
import type { HistoryEvent } from '../../history/history-event.js'
import { CommitRefusedError } from '../commit-refused-error.js'
import { CommitUnknownError } from '../commit-unknown-error.js'
import type { InboxMessage } from '../message.js'
import type { Answer, OpenQuestion } from '../question.js'
import type { OpenRunReset, ResetOutcome } from '../run-reset.js'
import { SessionLostError } from '../session-lost-error.js'
import type {
  ActivityHeartbeat,
  ActivitySettlement,
  ClaimedActivity,
  ClaimedRun,
  ClaimReply,
  ClaimRequest,
  CommitEntry,
  CommitReply,
  HeartbeatOutcome,
  SettleOutcome,
  TickReply,
  TickRequest,
  WorkerRegistration,
  WorkerSession,
} from '../worker-session.js'
import { plainArray } from './array-literal.js'
import { commitGroup } from './commit/commit-group.js'
import { commitValues } from './commit/commit-statement.js'
import { describeFailure, isConnectionFailure, isRefusal } from './database-failure.js'
import type { SqlRunner, SqlRow, SqlSession, SqlValue, Statement } from './driver/sql-driver.js'
import { reachPoint } from '../fault-points.js'
import { retryContention } from './retry-contention.js'
import type { SessionHints } from './hints/session-hints.js'
import { resetRun } from './reset-run.js'
import type { Statements } from './statements.js'
import { claimedActivity, claimActivitiesValues } from './statements/claim-activities.js'
import { claimedRun, claimRunsValues } from './statements/claim-runs.js'
import { answerQuestionsValues, openQuestion, takeQuestionsValues } from './statements/questions.js'
import { historyEvent } from './statements/read-history.js'
import { inboxMessage } from './statements/read-mail.js'
import { heartbeatValues, settleResultsValues, settleRetriesValues } from './statements/settle-activities.js'
import { tickReply, tickValues } from './statements/tick.js'
import { UnwrittenPins } from './unwritten-pins.js'

export interface PostgresSessionOptions {
  readonly worker: WorkerRegistration
  readonly epoch: number
  /** The worker's own connection. */
  readonly connection: SqlSession
  /** For reads. */
  readonly pool: SqlRunner
  /** For what takes several statements. */
  readonly transaction: <T>(body: (connection: SqlRunner) => Promise<T>) => Promise<T>
  readonly statements: Statements
  readonly hints: SessionHints
}

export class PostgresSession implements WorkerSession {
  readonly workerId: string
  readonly epoch: number
  readonly #worker: WorkerRegistration
  readonly #connection: SqlSession
  readonly #pool: SqlRunner
  readonly #transaction: PostgresSessionOptions['transaction']
  readonly #statements: Statements
  readonly #hints: SessionHints
  /** Queues are asked in turn, so that none starves another. */
  #turn = 0
  readonly #pins = new UnwrittenPins()
  #now = 0
  #isLost = false

  constructor(options: PostgresSessionOptions) {
    this.#worker = options.worker
    this.workerId = options.worker.workerId
    this.epoch = options.epoch
    this.#connection = options.connection
    this.#pool = options.pool
    this.#transaction = options.transaction
    this.#statements = options.statements
    this.#hints = options.hints
  }

  async tick(request: TickRequest): Promise<TickReply> {
    const reply = await this.#tick(request)
    // Their runs are freed by a statement that begins after this one: don't let them wait for the next second.
    if (reply.deadWorkers.length === 0) return reply
    const after = await this.#tick({
      runs: { ...request.runs, limit: request.runs.limit - reply.runs.length },
      activityLimit: request.activityLimit - reply.activities.length,
    })
    return {
      now: after.now,
      runs: [...reply.runs, ...after.runs],
      activities: [...reply.activities, ...after.activities],
      mail: after.mail,
      deadWorkers: [...reply.deadWorkers, ...after.deadWorkers],
      freedRuns: reply.freedRuns + after.freedRuns,
      nextWakeAt: after.nextWakeAt,
      hasQuestions: after.hasQuestions,
      hasOutgoing: after.hasOutgoing,
    }
  }

  async claimRuns(request: ClaimRequest): Promise<ClaimReply> {
    const rows = await this.#run(this.#statements.claimRuns, claimRunsValues(this.#claimant(), request))
    reachPoint('claim:after')
    const [now, nextWakeAt] = this.#present(rows)
    const claimed = rows.filter((row) => row[2] !== null).map((row) => row.slice(2))
    return {
      now: this.#see(now),
      runs: this.#claim(claimed),
      nextWakeAt: nextWakeAt == null ? null : Number(nextWakeAt),
    }
  }

  async readMail(
    runs: readonly { readonly runId: string; readonly afterMail: number }[],
  ): Promise<readonly InboxMessage[]> {
    const rows = await this.#pool.run(this.#statements.readMail, [
      this.epoch,
      plainArray(runs.map(({ runId }) => runId)),
      plainArray(runs.map(({ afterMail }) => afterMail)),
    ])
    this.#present(rows)
    return rows.filter(([runId]) => runId !== null).map(inboxMessage)
  }

  async readHistories(runIds: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEvent[]>> {
    const rows = await this.#pool.run(this.#statements.readHistories, [this.epoch, plainArray(runIds)])
    this.#present(rows)
    const histories = new Map<string, HistoryEvent[]>(runIds.map((runId) => [runId, []]))
    for (const row of rows) if (row[0] != null) histories.get(row[0])?.push(historyEvent(row))
    return histories
  }

  async commit(entries: readonly CommitEntry[]): Promise<CommitReply> {
    const group = commitGroup(entries, this.#pins)
    const statement = this.#statements.commit.of(group)
    reachPoint('commit:before')
    const rows = await this.#commit(statement, commitValues(this.epoch, group))
    reachPoint('commit:after')
    const [fence, gate, now, , , , inTime] = rows[0] as SqlRow
    if (fence === '0') throw this.#lose()
    if (gate === '0') return { outcome: inTime === '0' ? 'early' : 'outrun', now: Number(now), newMail: [] }
    for (const entry of entries) this.#pins.committed(entry, this.#see(now))
    this.#hints.committed(entries)
    this.#hints.work(
      'runs',
      rows.flatMap(([, , , , , released]) => released ?? []),
    )
    const newMail = rows.flatMap(([, , , runId, mail]) => (runId == null ? [] : [{ runId, mail: Number(mail) }]))
    return { outcome: 'committed', now: Number(now), newMail }
  }

  async resetRun(reset: OpenRunReset): Promise<ResetOutcome> {
    const done = await this.#transaction((connection) =>
      resetRun(connection, this.#statements, reset, { reset, epoch: this.epoch }),
    )
    if (done.outcome.type === 'reset') this.#hints.reset(reset.runId, done.taskQueue)
    return done.outcome
  }

  async claimActivities(limit: number): Promise<readonly ClaimedActivity[]> {
    const values = claimActivitiesValues(this.#claimant(), limit)
    const rows = await this.#run(this.#statements.claimActivities, values)
    this.#present(rows)
    return rows.filter(([runId]) => runId !== null).map(claimedActivity)
  }

  async settleActivities(settlements: readonly ActivitySettlement[]): Promise<readonly SettleOutcome[]> {
    const sorted = [...settlements].sort((a, b) => (a.runId < b.runId ? -1 : 1))
    const results = sorted.filter((each) => each.type === 'result')
    const retries = sorted.filter((each) => each.type === 'retry')
    const settled = new Set<string>()
    const add = (rows: readonly SqlRow[]): void => {
      this.#present(rows)
      for (const [runId, activityId] of rows) if (activityId != null) settled.add(`${runId} ${activityId}`)
    }
    if (results.length > 0) {
      const rows = await this.#run(this.#statements.settleResults, settleResultsValues(this.epoch, results))
      add(rows)
      this.#hintOfMail(rows)
    }
    if (retries.length > 0) {
      add(await this.#run(this.#statements.settleRetries, settleRetriesValues(this.epoch, retries)))
    }
    return settlements.map(({ runId, activityId }) =>
      settled.has(`${runId.toLowerCase()} ${activityId}`) ? 'settled' : 'lost',
    )
  }

  async heartbeatActivities(beats: readonly ActivityHeartbeat[]): Promise<readonly HeartbeatOutcome[]> {
    const rows = await this.#run(this.#statements.heartbeatActivities, heartbeatValues(this.epoch, beats))
    this.#present(rows)
    const extended = new Set(rows.map(([runId, activityId]) => `${runId} ${activityId}`))
    return beats.map(({ runId, activityId }) =>
      extended.has(`${runId.toLowerCase()} ${activityId}`) ? 'extended' : 'lost',
    )
  }

  async takeQuestions(limit: number): Promise<readonly OpenQuestion[]> {
    const values = takeQuestionsValues(this.epoch, this.#worker.taskQueues, limit)
    const rows = await this.#run(this.#statements.takeQuestions, values)
    this.#present(rows)
    return rows.filter(([queryId]) => queryId !== null).map(openQuestion)
  }

  async answerQuestions(answers: readonly Answer[]): Promise<void> {
    this.#present(await this.#run(this.#statements.answerQuestions, answerQuestionsValues(this.epoch, answers)))
    this.#hints.answered(answers.map(({ queryId }) => queryId))
  }

  async end(): Promise<void> {
    if (this.#isLost) return
    this.#isLost = true
    try {
      await this.#connection.run(this.#statements.removeWorker, [this.epoch])
      const queues = await this.#connection.run(this.#statements.freeOwn, [this.epoch])
      this.#hints.ended()
      this.#hints.work(
        'runs',
        queues.map(([taskQueue]) => taskQueue as string),
      )
    } catch (error) {
      // Without a connection the lease ends by itself, and others free what is left.
      if (!isConnectionFailure(error)) throw error
    } finally {
      this.#hints.ended()
      await this.#connection.close()
    }
  }

  async #tick({ runs, activityLimit }: TickRequest): Promise<TickReply> {
    const pins = this.#pins.due(this.#now)
    const values = tickValues(this.#claimant(), runs, activityLimit, pins)
    const { claimed, ...reply } = tickReply(this.#present(await this.#run(this.#statements.tick, values)))
    this.#pins.written(pins)
    this.#see(reply.now)
    return { ...reply, runs: this.#claim(claimed) }
  }

  #claim(claimed: readonly SqlRow[]): readonly ClaimedRun[] {
    return [...claimed].sort(byPriority).map((row) => {
      const { run, startedAt } = claimedRun(row)
      if (startedAt === undefined) this.#pins.claimed(run)
      else this.#pins.found(run, startedAt)
      return run
    })
  }

  /** Keeps the store's time as last told. */
  #see(now: string | number | null | undefined): number {
    return (this.#now = Math.max(this.#now, Number(now)))
  }

  #hintOfMail(rows: readonly SqlRow[]): void {
    const bumped = rows.filter(([runId, activityId]) => runId !== null && activityId === null)
    const owned = bumped.filter(([, , , epoch]) => epoch !== null)
    this.#hints.mail(owned.map(([runId, , , epoch]) => ({ runId: runId as string, epoch: Number(epoch) })))
    this.#hints.work(
      'runs',
      bumped.flatMap(([, , taskQueue, epoch]) => (epoch === null ? (taskQueue ?? []) : [])),
    )
  }

  #claimant() {
    const { taskQueues } = this.#worker
    const first = (this.#turn += 1) % Math.max(taskQueues.length, 1)
    return {
      ...this.#worker,
      epoch: this.epoch,
      taskQueues: [...taskQueues.slice(first), ...taskQueues.slice(0, first)],
    }
  }

  /** The first row, which is there as long as the worker's row is. */
  #present(rows: readonly SqlRow[]): SqlRow {
    const [first] = rows
    if (first === undefined) throw this.#lose()
    return first
  }

  /** The session is over: its connection goes, and whatever is asked of it gets the same answer. */
  #lose(cause?: unknown): SessionLostError {
    this.#isLost = true
    this.#hints.ended()
    void this.#connection.close()
    return new SessionLostError(this.workerId, cause === undefined ? {} : { cause })
  }

  /** A session whose connection broke is over: only a new one is known to be alone with its epoch. */
  async #run(statement: Statement, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    if (this.#isLost) throw new SessionLostError(this.workerId)
    try {
      return await retryContention(() => this.#connection.run(statement, values))
    } catch (error) {
      throw isConnectionFailure(error) ? this.#lose(error) : error
    }
  }

  async #commit(statement: Statement, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    if (this.#isLost) throw new SessionLostError(this.workerId)
    try {
      return await retryContention(() => this.#connection.run(statement, values))
    } catch (error) {
      if (isConnectionFailure(error)) {
        this.#lose(error)
        throw new CommitUnknownError({ cause: error })
      }
      if (isRefusal(error)) throw new CommitRefusedError(describeFailure(error), { cause: error })
      throw error
    }
  }
}

/** Rows of `claimed`: by priority, then by wakeAt. */
const byPriority = (a: SqlRow, b: SqlRow): number =>
  Number(a[16]) - Number(b[16]) || Number(a[6]) - Number(b[6]) || ((a[0] as string) < (b[0] as string) ? -1 : 1)
