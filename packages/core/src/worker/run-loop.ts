// The life of the runs that a worker owns: claimed → loaded → executed in the sandbox → committed → waiting or let go.
// One RunLoop lives as long as one session. It decides nothing about what a run does: that is the engine's.
import type { ActivityResultInput, Input } from '../engine/input.js'
import { engineErrorReason } from '../engine/blocked-reasons.js'
import { cancelledActivities, scheduledActivities } from '../engine/open-steps.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { OpenActivity } from '../engine/turn.js'
import type { Outgoing } from '../store/outgoing.js'
import type { ClaimedRun, Disposition, NewActivityTask } from '../store/worker-session.js'
import type { Conclusion } from './conclude-attempt.js'
import { decideDisposition } from './disposition.js'
import { idleStep } from './idle-step.js'
import { LettingGo } from './letting-go.js'
import { LocalActivities } from './local-activities.js'
import { resultMessage } from './mail-input.js'
import { Outbox } from './outbox.js'
import { hasUnwrittenResults, isHeld, notePause, type OwnedRun, ownedRun } from './owned-run.js'
import { quarantineMs } from './quarantine.js'
import { RunBatches } from './run-batches.js'
import { RunResets } from './run-resets.js'
import type { RunLoopOptions } from './run-loop-options.js'
import { TimerQueue } from './timer-queue.js'
import { type CommittedTurn, type RefusedTurn, TurnCommits } from './turn-commits.js'
import { bareEntry, firstRow, lostRows, retryRow, turnEntry } from './turn-entry.js'
import { bundleUnavailable, commitRefused, lostTooOften } from './worker-blocked-reasons.js'

export class RunLoop {
  readonly #options: RunLoopOptions
  readonly #owned = new Map<string, OwnedRun>()
  readonly #commits: TurnCommits
  readonly #local: LocalActivities
  readonly #timers: TimerQueue
  readonly #batches: RunBatches
  readonly #outbox: Outbox
  readonly #resets: RunResets
  readonly #leaving: LettingGo
  #draining = false
  #stopped = false

  constructor(options: RunLoopOptions) {
    this.#options = options
    const { session, clock, databaseClock } = options
    this.#batches = new RunBatches({
      session,
      clock,
      databaseClock,
      sandbox: options.sandbox,
      bundles: options.bundles,
      onAnswer: (run, task, answer) => this.#onAnswer(run, task, answer),
      onHeld: (run) => {
        run.phase = 'idle'
        this.#settleIdle(run)
      },
      onReset: (run, message) => this.#resets.carryOut(run, message),
      onUnusable: (run, error) => this.#leaving.block(run, bundleUnavailable(error)),
      onSessionLost: options.onSessionLost,
      onTrouble: options.onTrouble,
      onProgress: options.onProgress,
    })
    this.#resets = new RunResets({
      ...options,
      persist: (operation) => this.#batches.persist(operation),
      onGone: (run, outgoing) => this.#onReset(run, outgoing),
      onFailed: (run, error) => this.#leaving.block(run, engineErrorReason(error)),
    })
    this.#outbox = new Outbox({ ...options, persist: (operation) => this.#batches.persist(operation) })
    this.#timers = new TimerQueue(clock, databaseClock, (runIds) => this.#onDue(runIds))
    this.#local = new LocalActivities({
      functions: options.functions,
      slots: options.slots,
      clock,
      databaseClock,
      onConcluded: (run, activity, conclusion, heartbeatDetails) =>
        this.#onConcluded(run, activity, conclusion, heartbeatDetails),
    })
    this.#commits = new TurnCommits({
      ...options,
      maxGroup: options.maxCommitGroup,
      onCommitted: (turns) => this.#onCommitted(turns),
      onRefused: (turn) => this.#onRefused(turn),
      onOutrun: (run, inputs) => this.#onOutrun(run, inputs),
    })
    const { onBlocked } = options
    this.#leaving = new LettingGo({ commits: this.#commits, timers: this.#timers, databaseClock, onBlocked })
  }

  get owned(): number {
    return this.#owned.size
  }

  /** Runs that aren't merely waiting: a measure of the work under way. */
  get active(): number {
    return this.#batches.size + this.#commits.size + this.#resets.size
  }

  /** Activities of owned runs that run in this worker's slots. */
  get runningActivities(): number {
    return this.#local.count
  }

  /** True while anything but timers and activities is under way. */
  get isWorking(): boolean {
    return this.active > 0 || this.#commits.busy || this.#outbox.busy
  }

  /** True while anything but timers is under way, activities of owned runs included. */
  get busy(): boolean {
    return this.isWorking || this.#local.count > 0
  }

  /** The earliest instant at which an owned run is woken by its own timers. */
  get nextTimerAt(): number | null {
    return this.#timers.next()
  }

  /** What is committed of an owned run: its last number, `null` if that isn't known, and its bundle. */
  committed(runId: string): { readonly seq: number | null; readonly bundle: string } | undefined {
    return this.#owned.get(runId)
  }

  admit(claimed: readonly ClaimedRun[]): void {
    for (const row of claimed) {
      if (this.#commits.keepClaim(row)) continue
      const run = ownedRun(row)
      this.#owned.set(run.runId, run)
      const delayMs = quarantineMs(row)
      if (delayMs !== undefined) this.#leaving.block(run, lostTooOften(row.takeovers, delayMs), delayMs)
      else if (row.args === undefined) this.#batches.load(run)
      else this.#admitNew(run, row.createdAt, row.args)
    }
  }

  /** Owned runs that have mail, from a hint or a tick; runs of others are ignored. */
  noteMail(mails: readonly { readonly runId: string; readonly mail: number | undefined }[]): void {
    for (const { runId, mail } of mails) {
      const run = this.#owned.get(runId)
      if (run === undefined || run.ended !== undefined) continue
      run.mailKnown = Math.max(run.mailKnown, mail ?? run.mailRead + 1)
      this.#readIfNeeded(run)
    }
  }

  /** From now on runs are let go as soon as nothing of theirs runs here. */
  drain(): void {
    this.#draining = true
    for (const run of this.#owned.values()) if (run.phase === 'idle') this.#settleIdle(run)
  }

  /** Carries out what dead workers left undone. */
  takeUpOutgoing(): void {
    void this.#outbox.takeUp().catch((error: unknown) => this.#options.onTrouble(error))
  }

  abortActivities(reason: Error): void {
    this.#local.abortAll(reason)
  }

  /** Drops everything without writing: the session is gone, or is about to be ended. */
  stop(reason: Error): void {
    this.#stopped = true
    this.#commits.stop()
    this.#batches.stop()
    this.#outbox.stop()
    this.#resets.stop()
    this.#timers.clear()
    this.#local.stop(reason)
    this.#options.sandbox.drop([...this.#owned.keys()])
    this.#owned.clear()
  }

  #admitNew(run: OwnedRun, receivedAt: number, args: string): void {
    const { workflowId, workflowType, taskQueue } = run
    run.inputs.push({ type: 'start', receivedAt, workflowId, workflowType, taskQueue, args })
    if (run.mailKnown > run.mailRead) this.#batches.load(run)
    else if (isHeld(run, this.#options.databaseClock.now())) this.#settleIdle(run)
    else this.#batches.execute(run)
  }

  #onDue(runIds: readonly string[]): void {
    for (const runId of runIds) {
      const run = this.#owned.get(runId)
      if (run !== undefined) this.#wake(run)
    }
  }

  #wake(run: OwnedRun): void {
    if (run.phase === 'idle') this.#batches.execute(run)
    else run.again = true
  }

  #readIfNeeded(run: OwnedRun): void {
    if (run.mailKnown <= run.mailRead) return
    if (run.phase === 'idle') this.#batches.load(run)
    else run.again = true
  }

  #onAnswer(run: OwnedRun, task: RunTask, answer: RunAnswer): void {
    if (run.ended !== undefined) return
    if (answer.type === 'history-needed') {
      run.inputs = [...task.inputs, ...run.inputs]
      run.seq = null
      this.#batches.load(run)
      return
    }
    if (answer.type === 'blocked') {
      run.inputs = [...task.inputs, ...run.inputs]
      this.#leaving.block(run, answer.reason)
      return
    }
    run.history = undefined
    const { turn } = answer
    run.nextTimerAt = turn.nextTimerAt
    const wasPaused = run.paused
    notePause(run, task, turn)
    const local: OpenActivity[] = []
    for (const activityId of cancelledActivities(turn)) run.cancelledActivities.add(activityId)
    const rows = [...takeRows(run), ...lostRows(run, answer, task.now)].filter(
      ({ activity }) => !run.cancelledActivities.has(activity.activityId),
    )
    for (const activity of scheduledActivities(turn)) {
      if (!this.#draining && this.#local.reserve(run, activity)) local.push(activity)
      else rows.push(firstRow(run, activity))
    }
    const disposition = this.#dispose(run, turn, local.length)
    const entry = turnEntry({ run, turn, rows, disposition, wasPaused })
    if (entry === undefined) {
      run.phase = 'idle'
      this.#settleIdle(run)
    } else this.#commits.submit(run, entry, local, task.inputs)
  }

  #dispose(run: OwnedRun, turn: Parameters<typeof decideDisposition>[1], starting: number): Disposition {
    return decideDisposition(run, turn, {
      now: this.#options.databaseClock.now(),
      localActivities: run.localActivities + starting,
      unwrittenResults: hasUnwrittenResults(run),
      shuttingDown: this.#draining,
    })
  }

  #onCommitted(turns: readonly CommittedTurn[]): void {
    const ended: string[] = []
    for (const { run, entry, local, newMail } of turns) {
      this.#outbox.submit(entry.outgoing ?? [])
      for (const { dueAt } of entry.activityTasks) this.#options.onActivityRows(dueAt)
      const { type } = entry.disposition
      if (type === 'close' || type === 'block') ended.push(run.runId)
      if (type === 'close') this.#close(run, new Error('The run of this activity ended.'))
      else if (type === 'block' || type === 'release' || (type === 'park' && newMail === undefined)) this.#letGo(run)
      else {
        if (entry.turn !== undefined) this.#local.cancel(run, entry.turn)
        for (const activity of local) {
          // It may be running elsewhere by now.
          if (this.#options.lease.mayBeOver) return this.#options.onSessionLost()
          run.localActivities++
          this.#local.start(run, activity)
        }
        run.phase = 'idle'
        this.#settleIdle(run)
      }
    }
    if (ended.length > 0) this.#options.sandbox.drop(ended)
    this.admit(turns.flatMap(({ reclaimed }) => reclaimed ?? []))
    this.#options.onProgress()
  }

  #settleIdle(run: OwnedRun): void {
    const disposition = this.#dispose(run, { nextTimerAt: run.nextTimerAt }, 0)
    const step = idleStep(run, { now: this.#options.databaseClock.now(), draining: this.#draining, disposition })
    switch (step.type) {
      case 'load':
        return this.#batches.load(run)
      case 'hold':
        return this.#leaving.hold(run, !this.#draining)
      case 'execute':
        return this.#batches.execute(run)
      case 'write':
        return this.#commits.submit(run, bareEntry(run, step.disposition, takeRows(run)))
      case 'rest':
        return this.#leaving.rest(run)
      case 'release':
        return this.#leaving.release(run, step.wakeAt)
      case 'wait':
        this.#timers.set(run.runId, step.wakeAt)
    }
  }

  /** The run's row is let go. Results that only this process knows go to its inbox, where the next owner finds them. */
  #letGo(run: OwnedRun): void {
    this.#remove(run, 'let-go')
    for (const input of run.inputs)
      if (input.type === 'activity-result' && input.mail === undefined) this.#mail(run, input)
  }

  #close(run: OwnedRun, reason: Error): void {
    this.#remove(run, 'closed')
    this.#local.abort(run.runId, reason)
  }

  #onReset(run: OwnedRun, outgoing: readonly Outgoing[]): void {
    this.#outbox.submit(outgoing)
    this.#options.sandbox.drop([run.runId])
    this.#close(run, new Error('The run of this activity was reset.'))
    this.#options.onProgress()
  }

  #remove(run: OwnedRun, ended: 'let-go' | 'closed'): void {
    run.ended = ended
    this.#owned.delete(run.runId)
    this.#timers.set(run.runId, null)
  }

  #mail(run: OwnedRun, input: ActivityResultInput): void {
    this.#batches
      .persist(() => this.#options.store.sendMessages([resultMessage(run.runId, input)]))
      .catch((error: unknown) => {
        if (!this.#stopped) this.#options.onTrouble(error)
      })
  }

  /** It was to continue as new and has newer mail: nothing was written, so it is rebuilt and hears of the mail first. */
  #onOutrun(run: OwnedRun, inputs: readonly Input[]): void {
    this.#options.sandbox.drop([run.runId])
    run.inputs = [...inputs, ...run.inputs]
    run.seq = null
    run.mailKnown = Math.max(run.mailKnown, run.mailRead + 1)
    this.#batches.load(run)
  }

  #onRefused({ run, entry, local, error }: RefusedTurn): void {
    for (const _ of local) this.#local.release()
    this.#options.sandbox.drop([run.runId])
    if (entry.turn === undefined && entry.activityTasks.length === 0) {
      // Not even its row can be moved: leave it to the lease.
      this.#close(run, error)
      this.#options.onTrouble(error)
      return
    }
    this.#leaving.block(run, commitRefused(error))
  }

  #onConcluded(
    run: OwnedRun,
    activity: OpenActivity,
    conclusion: Conclusion,
    heartbeatDetails: string | undefined,
  ): void {
    run.localActivities--
    if (run.ended === 'closed') return
    if (run.cancelledActivities.delete(activity.activityId)) {
      // Nobody waits for it any more.
      if (run.ended === undefined && run.phase === 'idle') this.#settleIdle(run)
    } else if (conclusion.type === 'result') {
      const receivedAt = this.#options.databaseClock.now()
      const end = { activityId: activity.activityId, attempt: 1, outcome: conclusion.outcome }
      const input = { type: 'activity-result' as const, receivedAt, ...end }
      if (run.ended === 'let-go') return this.#mail(run, input)
      run.inputs.push(input)
      this.#wake(run)
    } else if (run.ended === undefined) {
      run.rowsToWrite.push(retryRow(run, activity, conclusion, heartbeatDetails))
      if (run.phase === 'idle') this.#settleIdle(run)
    }
    this.#options.onProgress()
  }
}

const takeRows = (run: OwnedRun): readonly NewActivityTask[] => run.rowsToWrite.splice(0)
