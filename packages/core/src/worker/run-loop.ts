// The life of the runs that a worker owns: claimed → loaded → executed in the sandbox → committed → waiting or let go.
// One RunLoop lives as long as one session. It decides nothing about what a run does: that is the engine's.
import type { Clock } from '../base/clock.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { ActivityResultInput } from '../engine/input.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import type { OpenActivity } from '../engine/turn.js'
import type { CommitRefusedError } from '../store/commit-refused-error.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { Store } from '../store/store.js'
import type { ClaimedRun, CommitEntry, Disposition, NewActivityTask, WorkerSession } from '../store/worker-session.js'
import type { ActivitySlots } from './activity-slots.js'
import type { ActivityFunction } from './attempt.js'
import { blockedBackoffMs } from './blocked-backoff.js'
import type { BundleCache } from './bundle-cache.js'
import { CommitPump } from './commit-pump.js'
import type { Conclusion } from './conclude-attempt.js'
import type { DatabaseClock } from './database-clock.js'
import { decideDisposition, earliest } from './disposition.js'
import { LocalActivities } from './local-activities.js'
import { type OwnedRun, ownedRun } from './owned-run.js'
import { RunLoader } from './run-loader.js'
import { TimerQueue } from './timer-queue.js'
import { bareEntry, firstRow, lostRow, turnEntry } from './turn-entry.js'

/** A run that lost its owner this often in a row before anything was committed is set aside. */
const quarantineAfter = 5
const quarantineMs = 86_400_000

export interface RunLoopOptions {
  readonly store: Store
  readonly session: WorkerSession
  readonly sandbox: SandboxHost
  readonly bundles: BundleCache
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  readonly functions: ReadonlyMap<string, ActivityFunction>
  readonly slots: ActivitySlots
  readonly maxCommitGroup: number
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
  readonly onBlocked: (run: { readonly runId: string; readonly workflowType: string }, reason: BlockedReason) => void
  /** Rows of activities were written that are due then. */
  readonly onActivityRows: (dueAt: number) => void
  /** Something changed that may have made the worker idle. */
  readonly onProgress: () => void
}

/** A turn on its way to the database. */
interface PendingTurn {
  readonly run: OwnedRun
  /** Scheduled activities that have a slot here. */
  readonly local: readonly OpenActivity[]
}

export class RunLoop {
  readonly #options: RunLoopOptions
  readonly #owned = new Map<string, OwnedRun>()
  readonly #pending = new Map<string, PendingTurn>()
  readonly #pump: CommitPump
  readonly #local: LocalActivities
  readonly #timers: TimerQueue
  readonly #bundles: BundleCache
  readonly #loader: RunLoader
  #ready: OwnedRun[] = []
  #toRead: OwnedRun[] = []
  #flushing = false
  #executing = 0
  #reading = 0
  #draining = false
  #stopped = false

  constructor(options: RunLoopOptions) {
    this.#options = options
    const { store, session, clock, databaseClock } = options
    this.#bundles = options.bundles
    this.#loader = new RunLoader({ session, clock, bundles: options.bundles, onTrouble: options.onTrouble })
    this.#timers = new TimerQueue(clock, databaseClock, (runIds) => this.#onDue(runIds))
    this.#local = new LocalActivities({
      functions: options.functions,
      slots: options.slots,
      clock,
      databaseClock,
      onConcluded: (run, activity, conclusion) => this.#onConcluded(run, activity, conclusion),
    })
    this.#pump = new CommitPump({
      store,
      session,
      clock,
      maxGroup: options.maxCommitGroup,
      listener: {
        onCommitted: (entries, newMail, now) => this.#onCommitted(entries, newMail, now),
        onRefused: (entry, error) => this.#onRefused(entry, error),
        onSessionLost: () => options.onSessionLost(),
        onEarly: (now) => databaseClock.reset(now),
        onTrouble: options.onTrouble,
      },
    })
  }

  get owned(): number {
    return this.#owned.size
  }

  /** Runs that aren't merely waiting: a measure of the work under way. */
  get active(): number {
    return this.#ready.length + this.#toRead.length + this.#executing + this.#reading + this.#pending.size
  }

  /** True while anything but timers is under way, activities of owned runs included. */
  get busy(): boolean {
    return this.active > 0 || this.#local.running > 0 || this.#pump.busy
  }

  /** The earliest instant at which an owned run is woken by its own timers. */
  get nextTimerAt(): number | null {
    return this.#timers.next()
  }

  admit(claimed: readonly ClaimedRun[]): void {
    for (const row of claimed) {
      const run = ownedRun(row)
      this.#owned.set(run.runId, run)
      if (row.takeovers >= quarantineAfter) this.#block(run, lostTooOften(row.takeovers), quarantineMs)
      else if (row.args === undefined) this.#read(run)
      else this.#admitNew(run, row, row.args)
    }
  }

  /** Owned runs that have mail, from a hint or a tick; runs of others are ignored. */
  noteMail(mails: readonly { readonly runId: string; readonly mail: number | undefined }[]): void {
    for (const { runId, mail } of mails) {
      const run = this.#owned.get(runId)
      if (run === undefined || run.closed) continue
      run.mailKnown = Math.max(run.mailKnown, mail ?? run.mailRead + 1)
      this.#readIfNeeded(run)
    }
  }

  /** From now on runs are let go as soon as nothing of theirs runs here. */
  drain(): void {
    this.#draining = true
    for (const run of this.#owned.values()) if (run.phase === 'idle') this.#settleIdle(run)
  }

  abortActivities(reason: Error): void {
    this.#local.abortAll(reason)
  }

  /** Drops everything without writing: the session is gone, or is about to be ended. */
  stop(reason: Error): void {
    this.#stopped = true
    this.#pump.stop()
    this.#loader.stop()
    this.#timers.clear()
    this.#local.stop(reason)
    this.#options.sandbox.drop([...this.#owned.keys()])
    this.#owned.clear()
    this.#pending.clear()
    this.#ready = []
    this.#toRead = []
  }

  #admitNew(run: OwnedRun, row: ClaimedRun, args: string): void {
    const { workflowId, workflowType, taskQueue } = run
    run.inputs.push({ type: 'start', receivedAt: row.createdAt, workflowId, workflowType, taskQueue, args })
    if (run.mailKnown > run.mailRead) this.#read(run)
    else if (row.wakeAt > this.#options.databaseClock.now()) this.#timers.set(run.runId, row.wakeAt)
    else this.#makeReady(run)
  }

  #onDue(runIds: readonly string[]): void {
    for (const runId of runIds) {
      const run = this.#owned.get(runId)
      if (run !== undefined) this.#wake(run)
    }
  }

  #wake(run: OwnedRun): void {
    if (run.phase === 'idle') this.#makeReady(run)
    else run.again = true
  }

  #makeReady(run: OwnedRun): void {
    if (!this.#bundles.has(run.bundle)) {
      this.#read(run)
      return
    }
    run.phase = 'ready'
    run.again = false
    this.#ready.push(run)
    this.#flushSoon()
  }

  #read(run: OwnedRun): void {
    run.phase = 'reading'
    this.#toRead.push(run)
    this.#flushSoon()
  }

  #readIfNeeded(run: OwnedRun): void {
    if (run.mailKnown <= run.mailRead) return
    if (run.phase === 'idle') this.#read(run)
    else run.again = true
  }

  /** Gathers what becomes ready in one turn of the event loop into one batch. */
  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      if (this.#stopped) return
      if (this.#toRead.length > 0) void this.#load()
      if (this.#ready.length > 0) void this.#execute()
    })
  }

  async #load(): Promise<void> {
    const runs = this.#toRead
    this.#toRead = []
    this.#reading += runs.length
    try {
      const unusable = await this.#loader.load(runs)
      if (this.#stopped) return
      for (const run of runs) {
        const error = unusable.get(run)
        if (error === undefined) this.#makeReady(run)
        else this.#block(run, bundleUnavailable(error), blockedBackoffMs(run.blockedAttempts))
      }
    } catch (error) {
      this.#fault(error)
    } finally {
      this.#reading -= runs.length
      this.#options.onProgress()
    }
  }

  async #execute(): Promise<void> {
    const runs = this.#ready
    this.#ready = []
    this.#executing += runs.length
    try {
      const now = this.#options.databaseClock.now()
      const tasks = runs.map((run) => this.#task(run, now))
      const answers = await this.#options.sandbox.execute(tasks)
      if (!this.#stopped) answers.forEach((answer, index) => this.#onAnswer(runs[index]!, tasks[index]!, answer))
    } catch (error) {
      this.#fault(error)
    } finally {
      this.#executing -= runs.length
      this.#options.onProgress()
    }
  }

  #task(run: OwnedRun, now: number): RunTask {
    const { inputs } = run
    run.phase = 'executing'
    run.inputs = []
    if (run.timeoutAt !== undefined && run.timeoutAt <= now) {
      inputs.push({ type: 'run-timeout', timeout: 'run', receivedAt: run.timeoutAt })
    }
    const task = { runId: run.runId, bundle: run.bundle, seq: run.seq ?? 0, now, inputs }
    return run.history === undefined ? task : { ...task, history: run.history }
  }

  #onAnswer(run: OwnedRun, task: RunTask, answer: RunAnswer): void {
    if (run.closed) return
    if (answer.type === 'history-needed') {
      run.inputs = [...task.inputs, ...run.inputs]
      run.seq = null
      this.#read(run)
      return
    }
    if (answer.type === 'blocked') {
      run.inputs = [...task.inputs, ...run.inputs]
      this.#block(run, answer.reason, blockedBackoffMs(run.blockedAttempts))
      return
    }
    run.history = undefined
    const { turn } = answer
    run.nextTimerAt = turn.nextTimerAt
    run.openActivities = turn.openActivities
    if (run.activitiesLost && answer.open !== undefined) {
      const ended = new Set(turn.activitiesClosed)
      run.lostActivities = answer.open.activities.filter((activity) => !ended.has(activity.activityId))
    }
    const local: OpenActivity[] = []
    const rows = run.lostActivities.map((activity) => lostRow(run, activity, task.now))
    for (const activity of turn.activitiesScheduled) {
      if (!this.#draining && this.#local.reserve(run, activity)) local.push(activity)
      else rows.push(firstRow(run, activity))
    }
    const disposition = this.#dispose(run, turn, local.length)
    const entry = turnEntry({ run, turn, inputs: task.inputs, rows, disposition })
    if (entry === undefined) {
      run.phase = 'idle'
      this.#settleIdle(run)
    } else this.#submit({ run, local }, entry)
  }

  #dispose(run: OwnedRun, turn: Parameters<typeof decideDisposition>[1], starting: number): Disposition {
    return decideDisposition(run, turn, {
      now: this.#options.databaseClock.now(),
      localActivities: run.localActivities + starting,
      shuttingDown: this.#draining,
    })
  }

  #submit(pending: PendingTurn, entry: CommitEntry): void {
    pending.run.phase = 'committing'
    this.#pending.set(entry.runId, pending)
    this.#pump.submit(entry)
  }

  #onCommitted(entries: readonly CommitEntry[], newMail: ReadonlyMap<string, number>, now: number): void {
    this.#options.databaseClock.observe(now)
    const ended: string[] = []
    for (const entry of entries) {
      const pending = this.#pending.get(entry.runId)
      if (pending === undefined) continue
      this.#pending.delete(entry.runId)
      const { run, local } = pending
      run.seq = entry.seq
      run.mailConsumed = entry.mailConsumed
      for (const { dueAt } of entry.activityTasks) this.#options.onActivityRows(dueAt)
      const { type } = entry.disposition
      if (type === 'close' || type === 'block') ended.push(run.runId)
      if (type === 'close') this.#forget(run, new Error('The run of this activity ended.'))
      else if (type === 'block' || ((type === 'park' || type === 'release') && !newMail.has(run.runId)))
        this.#letGo(run)
      else {
        if (type !== 'hold') this.#markSettled(run)
        run.mailKnown = Math.max(run.mailKnown, newMail.get(run.runId) ?? 0)
        for (const activity of local) {
          run.localActivities++
          this.#local.start(run, activity)
        }
        run.phase = 'idle'
        this.#settleIdle(run)
      }
    }
    if (ended.length > 0) this.#options.sandbox.drop(ended)
    this.#options.onProgress()
  }

  #markSettled(run: OwnedRun): void {
    run.unsettled = false
    run.wasBlocked = false
    run.activitiesLost = false
    run.lostActivities = []
    run.blockedAttempts = 0
  }

  /** What an idle run does next: look again, wait for its timers here, or be let go. */
  #settleIdle(run: OwnedRun): void {
    const wakeAt = earliest(run.nextTimerAt, run.timeoutAt ?? null)
    const now = this.#options.databaseClock.now()
    if (run.mailKnown > run.mailRead) this.#read(run)
    else if (run.again || run.inputs.some((input) => input.type !== 'start') || (wakeAt !== null && wakeAt <= now)) {
      this.#makeReady(run)
    } else if (run.seq === 0) {
      // Claimed ahead and not started: it waits for its time, or goes back when the worker drains.
      if (this.#draining) this.#release(run, run.startAt ?? now)
    } else if (run.localActivities > 0) this.#timers.set(run.runId, wakeAt)
    else {
      const turn = { events: [], nextTimerAt: run.nextTimerAt }
      const disposition = this.#dispose(run, turn, 0)
      if (disposition.type === 'park') this.#release(run, disposition.wakeAt)
      else this.#timers.set(run.runId, wakeAt)
    }
  }

  #release(run: OwnedRun, wakeAt: number | null): void {
    this.#submit({ run, local: [] }, bareEntry(run, { type: 'release', wakeAt }))
  }

  #block(run: OwnedRun, reason: BlockedReason, delayMs: number): void {
    this.#options.onBlocked(run, reason)
    const retryAt = this.#options.databaseClock.now() + delayMs
    const activitiesLost = run.activitiesLost || run.localActivities > 0
    this.#submit({ run, local: [] }, bareEntry(run, { type: 'block', reason, retryAt, activitiesLost }))
  }

  /** The run's row is let go. Results that only this process knows go to its inbox, where the next owner finds them. */
  #letGo(run: OwnedRun): void {
    this.#owned.delete(run.runId)
    this.#timers.set(run.runId, null)
    run.closed = true
    for (const input of run.inputs)
      if (input.type === 'activity-result' && input.mail === undefined) void this.#mail(run, input)
  }

  #forget(run: OwnedRun, reason: Error): void {
    this.#owned.delete(run.runId)
    this.#timers.set(run.runId, null)
    run.closed = true
    this.#local.abort(run.runId, reason)
  }

  async #mail(run: OwnedRun, input: ActivityResultInput): Promise<void> {
    const { activityId, attempt, outcome } = input
    const data = JSON.stringify({ activityId, attempt, outcome })
    const key = `${activityId}/${attempt}`
    const message = { runId: run.runId, kind: 'activity-result' as const, key, data }
    try {
      await this.#loader.persist(() => this.#options.store.sendMessages([message]))
    } catch (error) {
      this.#fault(error)
    }
  }

  #onRefused(entry: CommitEntry, error: CommitRefusedError): void {
    const pending = this.#pending.get(entry.runId)
    if (pending === undefined) return
    this.#pending.delete(entry.runId)
    for (const _ of pending.local) this.#local.release()
    this.#options.sandbox.drop([entry.runId])
    if (entry.turn === undefined && entry.activityTasks.length === 0) {
      // Not even its row can be moved: leave it to the lease.
      this.#forget(pending.run, error)
      this.#options.onTrouble(error)
      return
    }
    const reason: BlockedReason = { code: 'FOLIOT_COMMIT_REFUSED', message: error.message }
    this.#block(pending.run, reason, blockedBackoffMs(pending.run.blockedAttempts))
  }

  #onConcluded(run: OwnedRun, activity: OpenActivity, conclusion: Conclusion): void {
    run.localActivities--
    if (conclusion.type === 'result') {
      const receivedAt = this.#options.databaseClock.now()
      const { activityId } = activity
      const input = {
        type: 'activity-result' as const,
        receivedAt,
        activityId,
        attempt: 1,
        outcome: conclusion.outcome,
      }
      if (run.closed) {
        void this.#mail(run, input)
        return
      }
      run.inputs.push(input)
      this.#wake(run)
    } else {
      run.lostActivities = run.lostActivities.filter((lost) => lost.activityId !== activity.activityId)
      this.#rowSoon(run, { ...firstRow(run, activity), ...conclusion })
    }
    this.#options.onProgress()
  }

  /** Writes a row for the next attempt of an activity: with the run's row if it can be let go now. */
  #rowSoon(run: OwnedRun, row: NewActivityTask): void {
    if (run.closed) return
    if (run.phase !== 'idle') {
      // Its commit or activation is under way, and a run is in one commit at a time.
      this.#options.clock.setTimer(1, () => {
        if (!this.#stopped) this.#rowSoon(run, row)
      })
      return
    }
    const turn = { events: [], nextTimerAt: run.nextTimerAt }
    const { type, ...rest } = this.#dispose(run, turn, 0)
    const disposition = (type === 'park' ? { type, ...rest } : { type: 'keep', wakeAt: run.nextTimerAt }) as Disposition
    this.#submit({ run, local: [] }, bareEntry(run, disposition, [row]))
  }

  #fault(error: unknown): void {
    if (this.#stopped) return
    if (SessionLostError.is(error)) this.#options.onSessionLost()
    else this.#options.onTrouble(error)
  }
}

const bundleUnavailable = (error: Error): BlockedReason => ({
  code: 'FOLIOT_BUNDLE_UNAVAILABLE',
  message: error.message,
})

const lostTooOften = (takeovers: number): BlockedReason => ({
  code: 'FOLIOT_WORKER_LOST_REPEATEDLY',
  message:
    `The run lost its worker ${takeovers} times in a row before anything could be recorded, so it is set aside: it probably ends its process ` +
    '(out of memory, process.exit in an activity). It is tried again once a day; look at the workers’ last log lines, deploy a fix, then retry it.',
})
