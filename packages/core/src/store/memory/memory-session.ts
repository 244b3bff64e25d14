// A worker's session with the memory store: every operation is one synchronous step, fenced by the worker's row.
import type { HistoryEvent } from '../../history/history-event.js'
import { CommitRefusedError } from '../commit-refused-error.js'
import type { InboxMessage } from '../message.js'
import type { Answer, OpenQuestion } from '../question.js'
import type { OpenRunReset, ResetOutcome } from '../run-reset.js'
import { SessionLostError } from '../session-lost-error.js'
import type {
  ActivityHeartbeat,
  ActivitySettlement,
  ClaimedActivity,
  ClaimReply,
  ClaimRequest,
  CommitEntry,
  CommitReply,
  HeartbeatOutcome,
  SettleOutcome,
  TickReply,
  TickRequest,
  WorkerSession,
} from '../worker-session.js'
import { claimActivities, heartbeatActivity, settleActivity } from './activities.js'
import { claimRuns } from './claim-runs.js'
import { commitEntry } from './commit-entry.js'
import { freeOrphans, removeDeadWorkers } from './free-orphans.js'
import type { MemoryTables, WorkerRow } from './memory-tables.js'
import { nextWakeAt } from './next-wake-at.js'
import { readOutgoing } from './outbox.js'
import { answerQuestions, takeQuestions } from './questions.js'
import { resetRun } from './reset-run.js'

export interface SessionHost {
  readonly tables: MemoryTables
  now(): number
  send(message: Extract<ActivitySettlement, { type: 'result' }>['message']): void
  committed(entries: readonly CommitEntry[]): void
  answered(answers: readonly Answer[]): void
  freed(taskQueues: readonly string[]): void
  reset(reset: OpenRunReset): void
}

export class MemorySession implements WorkerSession {
  readonly workerId: string
  readonly epoch: number
  readonly #host: SessionHost

  constructor(host: SessionHost, row: WorkerRow) {
    this.#host = host
    this.workerId = row.workerId
    this.epoch = row.epoch
  }

  async tick(request: TickRequest): Promise<TickReply> {
    const worker = this.#fence()
    const { tables } = this.#host
    const now = this.#host.now()
    worker.leaseUntil = now + worker.leaseMs
    const deadWorkers = removeDeadWorkers(tables, now)
    const freedRuns = freeOrphans(tables, now)
    const runs = claimRuns(tables, worker, request.runs, now)
    const activities = claimActivities(tables, worker, request.activityLimit, now)
    const mail = [...tables.tasks.values()]
      .filter((task) => task.owner === this.epoch && task.mail > task.mailConsumed)
      .map((task) => ({ runId: task.runId, mail: task.mail }))
    const hasQuestions = takeQuestions(tables, worker, 1, now).length > 0
    const hasOutgoing = readOutgoing(tables, 1, now).length > 0
    const found = { runs, activities, mail, deadWorkers, freedRuns, hasQuestions, hasOutgoing }
    return { now, ...found, nextWakeAt: nextWakeAt(tables, worker) }
  }

  async claimRuns(request: ClaimRequest): Promise<ClaimReply> {
    const worker = this.#fence()
    const now = this.#host.now()
    const runs = claimRuns(this.#host.tables, worker, request, now)
    return { now, runs, nextWakeAt: nextWakeAt(this.#host.tables, worker) }
  }

  async readMail(
    runs: readonly { readonly runId: string; readonly afterMail: number }[],
  ): Promise<readonly InboxMessage[]> {
    this.#fence()
    return runs.flatMap(({ runId, afterMail }) =>
      (this.#host.tables.inboxes.get(runId) ?? [])
        .filter((row) => row.mail > afterMail)
        .map(({ mail, kind, receivedAt, data }) => ({ runId, mail, kind, receivedAt, data })),
    )
  }

  async readHistories(runIds: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEvent[]>> {
    this.#fence()
    return new Map(runIds.map((runId) => [runId, [...(this.#host.tables.histories.get(runId) ?? [])]]))
  }

  async commit(entries: readonly CommitEntry[]): Promise<CommitReply> {
    this.#fence()
    const { tables } = this.#host
    const now = this.#host.now()
    if (entries.some(({ turn }) => (turn?.latestFireAt ?? 0) > now)) return { outcome: 'early', now, newMail: [] }
    if (entries.some((entry) => isOutrun(tables, entry))) return { outcome: 'outrun', now, newMail: [] }
    for (const entry of entries) refuseTakenNumbers(tables, entry)
    const newMail = entries.flatMap((entry) => {
      const mail = commitEntry(tables, entry, this.epoch, now)
      return mail === undefined ? [] : [{ runId: entry.runId, mail }]
    })
    this.#host.committed(entries)
    return { outcome: 'committed', now, newMail }
  }

  async resetRun(reset: OpenRunReset): Promise<ResetOutcome> {
    this.#fence()
    const outcome = resetRun(this.#host.tables, reset, this.#host.now(), { reset, epoch: this.epoch })
    if (outcome.type === 'reset') this.#host.reset(reset)
    return outcome
  }

  async claimActivities(limit: number): Promise<readonly ClaimedActivity[]> {
    const worker = this.#fence()
    return claimActivities(this.#host.tables, worker, limit, this.#host.now())
  }

  async settleActivities(settlements: readonly ActivitySettlement[]): Promise<readonly SettleOutcome[]> {
    this.#fence()
    const { tables } = this.#host
    return settlements.map((each) => settleActivity(tables, this.epoch, each, (message) => this.#host.send(message)))
  }

  async heartbeatActivities(beats: readonly ActivityHeartbeat[]): Promise<readonly HeartbeatOutcome[]> {
    this.#fence()
    const now = this.#host.now()
    return beats.map((beat) => heartbeatActivity(this.#host.tables, this.epoch, beat, now))
  }

  async takeQuestions(limit: number): Promise<readonly OpenQuestion[]> {
    const worker = this.#fence()
    return takeQuestions(this.#host.tables, worker, limit, this.#host.now())
  }

  async answerQuestions(answers: readonly Answer[]): Promise<void> {
    this.#fence()
    answerQuestions(this.#host.tables, answers)
    this.#host.answered(answers)
  }

  async end(): Promise<void> {
    const { tables } = this.#host
    const row = tables.workers.get(this.workerId)
    if (row?.epoch !== this.epoch) return
    tables.workers.delete(this.workerId)
    if (freeOrphans(tables, this.#host.now(), false) > 0) this.#host.freed(row.taskQueues)
  }

  #fence(): WorkerRow {
    const row = this.#host.tables.workers.get(this.workerId)
    if (row?.epoch !== this.epoch) throw new SessionLostError(this.workerId)
    return row
  }
}

const isOutrun = (tables: MemoryTables, { runId, turn, mailConsumed }: CommitEntry): boolean =>
  turn?.closing?.type === 'continued-as-new' && (tables.tasks.get(runId)?.mail ?? 0) > mailConsumed

const refuseTakenNumbers = (tables: MemoryTables, { runId, turn }: CommitEntry): void => {
  if (turn === undefined) return
  const taken = tables.histories.get(runId)?.length ?? 0
  const first = turn.events[0]
  if (first === undefined || first.seq === taken + 1) return
  throw new CommitRefusedError(`event ${first.seq} of run ${runId} can't follow event ${taken}`)
}
