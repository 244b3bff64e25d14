// A registered worker's door to the store. Every statement here is fenced by the worker's row (id and epoch): when
// the row is gone, each operation rejects with SessionLostError and has written nothing.
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { OpenActivity, Turn } from '../engine/turn.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { InboxMessage, OutgoingMessage } from './message.js'
import type { UpdateOutcome } from './update-outcome.js'
import type { Outgoing } from './outgoing.js'
import type { OpenRunReset, ResetOutcome } from './run-reset.js'
import type { ParentLink } from './run-start.js'
import type { Answer, OpenQuestion } from './question.js'

export interface WorkerRegistration {
  readonly workerId: string
  readonly taskQueues: readonly string[]
  /** Names of the activities it can run. */
  readonly activities: readonly string[]
  readonly leaseMs: number
  /** Runs that need a newer engine are left alone. */
  readonly engineVersion: number
  readonly host: string
  readonly processId: number
}

export interface WorkerSession {
  readonly workerId: string
  readonly epoch: number

  /**
   * The one statement a second of an idle worker: renews the lease, frees runs and activities of dead workers, reports
   * own runs with unconsumed mail, and claims what is due, like `claimRuns` and `claimActivities`.
   */
  tick(request: TickRequest): Promise<TickReply>
  /** Claims unowned runs of the worker's queues that are due now or within `aheadMs`: by priority, then by `wakeAt`. */
  claimRuns(request: ClaimRequest): Promise<ClaimReply>
  /** Inbox messages of owned runs after the given mail number, in order. */
  readMail(runs: readonly { readonly runId: string; readonly afterMail: number }[]): Promise<readonly InboxMessage[]>
  /** Histories of owned runs, each from event 1, keyed by run id. */
  readHistories(runIds: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEvent[]>>

  /**
   * One that continues a run as new comes alone: newer mail than it consumed refuses it as `outrun`.
   *
   * Writes all entries in one atomic statement, or none. Rejects with CommitRefusedError when the store refuses the group. */
  commit(entries: readonly CommitEntry[]): Promise<CommitReply>

  /**
   * Ends an own run, of which no turn is under way, and begins another with a part of its history. Whoever owns the run that
   * begins is the stores' next claim to decide.
   */
  resetRun(reset: OpenRunReset): Promise<ResetOutcome>

  /** Claims due activity tasks of the worker's queues and names; counts the attempt before it runs. */
  claimActivities(limit: number): Promise<readonly ClaimedActivity[]>
  /** Ends attempts of claimed activities. A claim that was lost in between changes nothing and answers `lost`. */
  settleActivities(settlements: readonly ActivitySettlement[]): Promise<readonly SettleOutcome[]>
  /** Extends the heartbeat deadline; answers whether the claim still holds and whether the run is still open. */
  heartbeatActivities(beats: readonly ActivityHeartbeat[]): Promise<readonly HeartbeatOutcome[]>

  /** Unanswered questions to own runs, and to runs of the worker's queues that nobody owns, closed ones too. */
  takeQuestions(limit: number): Promise<readonly OpenQuestion[]>
  /** Of several answers to one question the first stands. */
  answerQuestions(answers: readonly Answer[]): Promise<void>

  /** Lets go of everything and removes the worker's row: its runs are due at once for others. */
  end(): Promise<void>
}

export interface ClaimRequest {
  readonly limit: number
  /** Runs due up to this long from now are claimed too: their owner waits out the rest precisely. */
  readonly aheadMs: number
}

export interface TickRequest {
  readonly runs: ClaimRequest
  readonly activityLimit: number
}

export interface TickReply extends ClaimReply {
  readonly activities: readonly ClaimedActivity[]
  /** Own runs whose mail counter is beyond what was consumed. */
  readonly mail: readonly { readonly runId: string; readonly mail: number }[]
  /** Workers found dead by this tick. */
  readonly deadWorkers: readonly string[]
  readonly freedRuns: number
  /** Whether requests to other runs were left behind by a worker: `readOutgoing`. */
  readonly hasOutgoing: boolean
  /** Whether questions to runs wait for an answer; perhaps not this worker's. */
  readonly hasQuestions: boolean
}

export interface ClaimedRun {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** JSON text of the array of encoded arguments; only for a run without history. */
  readonly args?: string
  readonly createdAt: number
  /** When it was due; ahead of `now` for a run claimed ahead. */
  readonly wakeAt: number
  /** Of a run without history whose start was delayed: it mustn't start before. */
  readonly startAt?: number
  /** The bundle it is pinned to, or, for a run without history, the current one of its type. */
  readonly bundle: string
  /** Present when it differs from `bundle`: tried when a blocked run stays blocked on its pin. */
  readonly currentBundle?: string
  /** Last event's number; `null` when the row can't be trusted for it (its owner died). */
  readonly seq: number | null
  /** Newest message, and the newest that was consumed. */
  readonly mail: number
  readonly mailConsumed: number
  /** Consecutive losses of an owner before it committed anything. */
  readonly takeovers: number
  /** True when activities without a row were lost with a dead owner: the next commit must give each a row. */
  readonly activitiesLost: boolean
  readonly blockedAttempts: number
  /** True when it is paused, as its row says. */
  readonly paused?: boolean
  readonly parent?: ParentLink
  /** The run that its chain began with, by which its parent knows it; absent when that is the run itself. */
  readonly firstRunId?: string
  /** Deadline of the run, in the store's clock. */
  readonly timeoutAt?: number
}

export interface ClaimReply {
  readonly now: number
  readonly runs: readonly ClaimedRun[]
  /** The earliest `wakeAt` among the unowned runs and activities of its queues that remain, or `null`. */
  readonly nextWakeAt: number | null
}

/** What becomes of the run's hot row. */
export type Disposition =
  /** Stays owned; the row isn't touched. For a run that waits only for this worker's own slots. */
  | { readonly type: 'hold' }
  /** Stays owned; `wakeAt` is written, and takeovers are settled. */
  | { readonly type: 'keep'; readonly wakeAt: number | null }
  /** Let go, unless it has newer mail than `mailConsumed`. */
  | { readonly type: 'park'; readonly wakeAt: number | null }
  /** The turn's `closing` ends the run; the row goes, with all timers, activity tasks and mail. */
  | { readonly type: 'close' }
  /** Let go as blocked, due again at `retryAt`, counting `blockedAttempts` up; the entry has no turn. */
  | {
      readonly type: 'block'
      readonly reason: BlockedReason
      readonly retryAt: number
      /** Activities without a row were still running: the next owner must give each a row, as after a takeover. */
      readonly activitiesLost: boolean
    }
  /**
   * Let go unchanged, due at `wakeAt`, or at once if it has unconsumed mail; the entry has no turn. A run that is held
   * before its start goes back with the number of the mail that was seen and is left: only newer mail makes it due.
   */
  | {
      readonly type: 'release'
      readonly wakeAt: number | null
      readonly mailSeen?: number
      /** As with `block`. */
      readonly activitiesLost?: boolean
    }

export interface CommitEntry {
  readonly runId: string
  /** Absent when nothing is recorded: with `block` and `release`, or when only `activityTasks` get rows. */
  readonly turn?: Turn
  /** Set on a run's first turn: pins it and marks it running. */
  readonly pin?: { readonly bundle: string; readonly startedAt: number }
  /** Set when a blocked run goes on: marks it running again. */
  readonly unblock?: boolean
  /** Set when the run is paused or resumed: marks it so. */
  readonly paused?: boolean
  /** Updates that ended or were refused in this turn; of several outcomes of one, the first stands. */
  readonly updateOutcomes?: readonly UpdateOutcome[]
  /** What the turn asks of other runs. */
  readonly outgoing?: readonly Outgoing[]
  /** The mail number consumed so far, this turn included. */
  readonly mailConsumed: number
  /** Sequence number after this turn. */
  readonly seq: number
  /** Activities that get a row: scheduled ones without a local slot, and lost ones with their next attempt. */
  readonly activityTasks: readonly NewActivityTask[]
  readonly disposition: Disposition
}

export interface NewActivityTask {
  readonly activity: OpenActivity
  /** The attempt that runs next. */
  readonly attempt: number
  /** Not before this instant. */
  readonly dueAt: number
  readonly taskQueue: string
  /** JSON text of the last attempt's Failure. */
  readonly lastFailure?: string
  /** JSON text of what the last heartbeat carried. */
  readonly heartbeatDetails?: string
}

export interface CommitReply {
  /** `outrun`: a run that was to continue as new has mail that this turn doesn't know; nothing was written. `early`: a TimerFired lay ahead of the store's clock; nothing was written, try again after `now` passed it. */
  readonly outcome: 'committed' | 'early' | 'outrun'
  readonly now: number
  /** Runs that were to be parked or kept and have newer mail; they stay owned. */
  readonly newMail: readonly { readonly runId: string; readonly mail: number }[]
}

export interface ClaimedActivity {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly activity: OpenActivity
  readonly taskQueue: string
  readonly attempt: number
  /** Proves the claim in settle and heartbeat. */
  readonly claim: string
  readonly startedAt: number
  readonly lastFailure?: string
  /** JSON text of the last heartbeat's details, also of earlier attempts. */
  readonly heartbeatDetails?: string
  /**
   * Set when the task isn't to be run but ended: it was due for too long, or its last attempt was lost or ran out of time
   * and nobody ended it. An attempt that was lost with attempts left isn't answered as such: the next one is.
   */
  readonly expired?: 'start-to-close' | 'schedule-to-close' | 'schedule-to-start' | 'heartbeat' | 'worker-lost'
}

export type ActivitySettlement = {
  readonly runId: string
  readonly activityId: string
  readonly claim: string
} & (
  | { readonly type: 'result'; readonly message: OutgoingMessage }
  /** Another attempt, not before `dueAt`. */
  | {
      readonly type: 'retry'
      readonly attempt: number
      readonly dueAt: number
      readonly lastFailure: string
      readonly heartbeatDetails?: string
    }
)

export type SettleOutcome = 'settled' | 'lost'

export interface ActivityHeartbeat {
  readonly runId: string
  readonly activityId: string
  readonly claim: string
  /** JSON text. */
  readonly details?: string
}

export type HeartbeatOutcome = 'extended' | 'lost'
