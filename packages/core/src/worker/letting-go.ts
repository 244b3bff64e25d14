// The ways in which a run goes back without a turn: released, held until its delayed start, or blocked.
import type { BlockedReason } from '../engine/blocked-reason.js'
import { blockedBackoffMs } from './blocked-backoff.js'
import type { DatabaseClock } from './database-clock.js'
import { nearMs } from './disposition.js'
import { hasUnwrittenResults, isPausedBeforeStart, type OwnedRun } from './owned-run.js'
import type { TimerQueue } from './timer-queue.js'
import type { TurnCommits } from './turn-commits.js'
import { bareEntry } from './turn-entry.js'

export interface LettingGoOptions {
  readonly commits: TurnCommits
  readonly timers: TimerQueue
  readonly databaseClock: DatabaseClock
  readonly onBlocked: (run: OwnedRun, reason: BlockedReason) => void
}

export class LettingGo {
  readonly #options: LettingGoOptions

  constructor(options: LettingGoOptions) {
    this.#options = options
  }

  release(run: OwnedRun, wakeAt: number | null): void {
    this.#options.commits.submit(run, bareEntry(run, { type: 'release', wakeAt }))
  }

  /** Waits for a delayed start, here if it is near and the worker stays. */
  hold(run: OwnedRun, mayStay: boolean): void {
    const { commits, timers, databaseClock } = this.#options
    const now = databaseClock.now()
    // One that was paused before its start waits for mail.
    const startAt = run.startAt !== undefined && run.startAt > now ? run.startAt : null
    const paused = isPausedBeforeStart(run)
    if (mayStay && !paused && startAt !== null && startAt - now <= nearMs) return timers.set(run.runId, startAt)
    const entry = bareEntry(run, { type: 'release', wakeAt: startAt, mailSeen: run.mailRead })
    commits.submit(run, paused === run.paused ? entry : { ...entry, paused })
  }

  /** Its mail waits with it: only newer mail, or its time-out, makes it due. */
  rest(run: OwnedRun): void {
    const { commits } = this.#options
    const wakeAt = run.timeoutAt ?? null
    const activitiesLost = run.activitiesLost || hasUnwrittenResults(run)
    commits.submit(run, bareEntry(run, { type: 'release', wakeAt, mailSeen: run.mailRead, activitiesLost }))
  }

  block(run: OwnedRun, reason: BlockedReason, delayMs = blockedBackoffMs(run.blockedAttempts)): void {
    const { commits, databaseClock, onBlocked } = this.#options
    onBlocked(run, reason)
    const retryAt = databaseClock.now() + delayMs
    const activitiesLost = run.activitiesLost || run.localActivities > 0 || hasUnwrittenResults(run)
    const disposition = { type: 'block' as const, reason, retryAt, activitiesLost }
    commits.submit(run, bareEntry(run, disposition, run.rowsToWrite.splice(0)))
  }
}
