// First attempts of activities of owned runs, in the owner's own slots: no row, no second queue.
import type { Clock } from '../base/clock.js'
import { CancelledFailure } from '../codec/cancelled-failure.js'
import { cancelledActivities } from '../engine/open-steps.js'
import type { OpenActivity, Turn } from '../engine/turn.js'
import type { ActivitySlots } from './activity-slots.js'
import type { ActivityFunction } from '../authoring/activity-set.js'
import { type RunningAttempt, startAttempt } from './attempt.js'
import { type Conclusion, concludeAttempt } from './conclude-attempt.js'
import type { DatabaseClock } from './database-clock.js'
import type { OwnedRun } from './owned-run.js'

export interface LocalActivitiesOptions {
  readonly functions: ReadonlyMap<string, ActivityFunction>
  readonly slots: ActivitySlots
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  /** @param heartbeatDetails JSON text of what the last heartbeat carried */
  readonly onConcluded: (
    run: OwnedRun,
    activity: OpenActivity,
    conclusion: Conclusion,
    heartbeatDetails: string | undefined,
  ) => void
}

export class LocalActivities {
  readonly #options: LocalActivitiesOptions
  readonly #running = new Map<string, Map<string, RunningAttempt>>()
  #stopped = false

  constructor(options: LocalActivitiesOptions) {
    this.#options = options
  }

  get count(): number {
    let count = 0
    for (const ofRun of this.#running.values()) count += ofRun.size
    return count
  }

  /** Takes a slot for an activity that the next commit schedules; false when it needs a row instead. */
  reserve(run: OwnedRun, activity: OpenActivity): boolean {
    const { taskQueue, heartbeatMs } = activity.options
    if (taskQueue !== undefined && taskQueue !== run.taskQueue) return false
    // What a heartbeat leaves must outlive this process, for which it needs a row.
    if (heartbeatMs !== undefined) return false
    return this.#options.functions.has(activity.name) && this.#options.slots.take()
  }

  /** Runs an activity whose slot is reserved and whose ActivityScheduled is committed. */
  start(run: OwnedRun, activity: OpenActivity): void {
    const { functions, clock, databaseClock } = this.#options
    let heartbeatDetails: string | undefined
    const attempt = startAttempt(functions.get(activity.name)!, {
      runId: run.runId,
      workflowId: run.workflowId,
      workflowType: run.workflowType,
      taskQueue: run.taskQueue,
      activity,
      attempt: 1,
      now: databaseClock.now(),
      clock,
      onHeartbeat: (details) => (heartbeatDetails = details),
    })
    const ofRun = this.#running.get(run.runId) ?? new Map<string, RunningAttempt>()
    ofRun.set(activity.activityId, attempt)
    this.#running.set(run.runId, ofRun)
    void attempt.outcome.then((outcome) => {
      ofRun.delete(activity.activityId)
      if (ofRun.size === 0) this.#running.delete(run.runId)
      this.#options.slots.give()
      if (this.#stopped) return
      const ended = { runId: run.runId, activity, attempt: 1 }
      const conclusion = concludeAttempt(ended, outcome, databaseClock.now())
      this.#options.onConcluded(run, activity, conclusion, heartbeatDetails)
    })
  }

  /** Gives back a slot whose commit didn't land. */
  release(): void {
    this.#options.slots.give()
  }

  /** Tells activities that a turn doesn't wait for any more, once it is committed. Elsewhere, their next heartbeat does. */
  cancel({ runId, cancelledActivities: cancelled }: OwnedRun, turn: Turn): void {
    if (cancelled.size === 0) return
    for (const activityId of cancelledActivities(turn)) {
      const reason = new CancelledFailure('The workflow cancelled this activity.')
      this.#running.get(runId)?.get(activityId)?.abort(reason)
    }
  }

  /** Aborts the activities of one run, which closed. */
  abort(runId: string, reason: Error): void {
    for (const attempt of this.#running.get(runId)?.values() ?? []) attempt.abort(reason)
  }

  abortAll(reason: Error): void {
    for (const runId of this.#running.keys()) this.abort(runId, reason)
  }

  /** Aborts and forgets everything: the session is gone. */
  stop(reason: Error): void {
    this.#stopped = true
    this.abortAll(reason)
  }
}
