// Activity tasks that this worker claimed from the table: runs their attempts, extends their heartbeats, and settles
// them in groups. Activities of owned runs in their first attempt are local-activities.ts.
import type { Clock } from '../base/clock.js'
import type { Failure } from '../codec/failure.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { ActivitySettlement, ClaimedActivity, WorkerSession } from '../store/worker-session.js'
import type { ActivitySlots } from './activity-slots.js'
import type { ActivityFunction } from '../authoring/activity-set.js'
import { type AttemptOutcome, type RunningAttempt, startAttempt } from './attempt.js'
import { concludeAttempt, expiredOutcome, workerLost } from './conclude-attempt.js'
import type { DatabaseClock } from './database-clock.js'
import type { Lease } from './lease.js'
import type { ActivityResultMessage } from './mail-input.js'
import { reconnectDelayMs } from './reconnect-delay.js'

interface Beat {
  details: string | undefined
  dirty: boolean
  sentAt: number
}

export interface ClaimedActivitiesOptions {
  readonly session: WorkerSession
  readonly functions: ReadonlyMap<string, ActivityFunction>
  readonly slots: ActivitySlots
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  readonly lease: Lease
  readonly onTrouble: (error: unknown) => void
  readonly onSessionLost: () => void
  /** A settlement wrote a retry that is due then. */
  readonly onDue: (at: number) => void
}

export class ClaimedActivities {
  readonly #options: ClaimedActivitiesOptions
  readonly #running = new Map<
    string,
    { readonly task: ClaimedActivity; readonly attempt: RunningAttempt; readonly beat: Beat }
  >()
  #settlements: ActivitySettlement[] = []
  #settling = false
  #beating = false
  #stopped = false

  constructor(options: ClaimedActivitiesOptions) {
    this.#options = options
  }

  get runningActivities(): number {
    return this.#running.size
  }

  get isSettling(): boolean {
    return this.#settling
  }

  get busy(): boolean {
    return this.#running.size > 0 || this.#settling
  }

  /** Runs claimed tasks. The caller claims at most as many as there are free slots. */
  start(tasks: readonly ClaimedActivity[]): void {
    for (const task of tasks) {
      if (this.#options.lease.mayBeOver) return this.#options.onSessionLost()
      const outcome = this.#endedBeforeItRan(task)
      if (outcome !== undefined) this.#conclude(task, outcome, undefined)
      else this.#run(task)
    }
  }

  abortAll(reason: Error): void {
    for (const { attempt } of this.#running.values()) attempt.abort(reason)
  }

  /** Forgets everything: the session is gone. */
  stop(reason: Error): void {
    this.#stopped = true
    this.abortAll(reason)
  }

  #endedBeforeItRan(task: ClaimedActivity): AttemptOutcome | undefined {
    const expired = expiredOutcome(task)
    if (expired !== undefined) return expired
    const { maximumAttempts } = task.activity.options.retry
    if (maximumAttempts === 0 || task.attempt <= maximumAttempts) return undefined
    // Its last allowed attempt was lost with the run's owner.
    const failure =
      task.lastFailure === undefined ? workerLost(task.activity.name) : (JSON.parse(task.lastFailure) as Failure)
    return { type: 'failed', failure: { ...failure, nonRetryable: true } }
  }

  #run(task: ClaimedActivity): void {
    const { functions, slots, clock, databaseClock } = this.#options
    const fn = functions.get(task.activity.name)
    if (fn === undefined) throw new Error(`Claimed activity ${task.activity.name} isn’t registered here.`)
    slots.occupy()
    const beat: Beat = { details: task.heartbeatDetails, dirty: false, sentAt: clock.now() }
    const attempt = startAttempt(fn, {
      runId: task.runId,
      workflowId: task.workflowId,
      workflowType: task.workflowType,
      taskQueue: task.taskQueue,
      activity: task.activity,
      attempt: task.attempt,
      now: databaseClock.now(),
      clock,
      ...(task.heartbeatDetails === undefined ? {} : { heartbeatDetails: task.heartbeatDetails }),
      onHeartbeat: (details) => {
        beat.details = details
        beat.dirty = true
        // Sent at once when the last one is old enough; else with the next tick.
        if (clock.now() - beat.sentAt >= Math.min(1_000, (task.activity.options.heartbeatMs ?? 1_000) / 3)) {
          void this.sendHeartbeats()
        }
      },
    })
    const key = `${task.runId}/${task.activity.activityId}`
    this.#running.set(key, { task, attempt, beat })
    void attempt.outcome.then((outcome) => {
      this.#running.delete(key)
      slots.give()
      this.#conclude(task, outcome, beat.details)
    })
  }

  /** Sends what the running activities said since the last time; a claim that is lost aborts its attempt. */
  async sendHeartbeats(): Promise<void> {
    const dirty = [...this.#running.values()].filter(({ beat }) => beat.dirty)
    if (this.#beating || dirty.length === 0 || this.#stopped) return
    this.#beating = true
    try {
      for (const { beat } of dirty) {
        beat.dirty = false
        beat.sentAt = this.#options.clock.now()
      }
      const outcomes = await this.#options.session.heartbeatActivities(
        dirty.map(({ task, beat }) => ({
          runId: task.runId,
          activityId: task.activity.activityId,
          claim: task.claim,
          ...(beat.details === undefined ? {} : { details: beat.details }),
        })),
      )
      outcomes.forEach((outcome, index) => {
        if (outcome === 'lost')
          dirty[index]!.attempt.abort(
            new Error('The activity isn’t wanted any more: its run ended, or another worker took it over.'),
          )
      })
    } catch (error) {
      if (SessionLostError.is(error)) this.#options.onSessionLost()
      else this.#options.onTrouble(error)
    } finally {
      this.#beating = false
    }
  }

  #conclude(task: ClaimedActivity, outcome: AttemptOutcome, heartbeatDetails: string | undefined): void {
    if (this.#stopped) return
    const { runId, activity, attempt, claim } = task
    const conclusion = concludeAttempt({ runId, activity, attempt }, outcome, this.#options.databaseClock.now())
    const base = { runId, activityId: activity.activityId, claim }
    if (conclusion.type === 'result') {
      const data: ActivityResultMessage = { activityId: activity.activityId, attempt, outcome: conclusion.outcome }
      const message = { runId, kind: 'activity-result' as const, data: JSON.stringify(data) }
      this.#settlements.push({ ...base, type: 'result', message })
    } else {
      const details = heartbeatDetails ?? task.heartbeatDetails
      this.#settlements.push({
        ...base,
        ...conclusion,
        ...(details === undefined ? {} : { heartbeatDetails: details }),
      })
    }
    if (!this.#settling) {
      this.#settling = true
      queueMicrotask(() => void this.#settle())
    }
  }

  async #settle(): Promise<void> {
    for (let attempt = 0; this.#settlements.length > 0 && !this.#stopped;) {
      const group = this.#settlements
      this.#settlements = []
      try {
        // Settling twice is safe: the second time the claim is gone.
        await this.#options.session.settleActivities(group)
        attempt = 0
        for (const settlement of group) if (settlement.type === 'retry') this.#options.onDue(settlement.dueAt)
      } catch (error) {
        if (SessionLostError.is(error)) {
          this.#options.onSessionLost()
          break
        }
        this.#options.onTrouble(error)
        this.#settlements = [...group, ...this.#settlements]
        await new Promise<void>((resolve) => this.#options.clock.setTimer(reconnectDelayMs(attempt++), resolve))
      }
    }
    this.#settling = false
  }
}
