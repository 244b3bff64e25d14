// One attempt of an activity in this process: runs the author's function with its context, its time-outs and its
// AbortSignal, and says how it ended. It never throws.
import type { ActivityFunction } from '../authoring/activity-set.js'
import type { Clock, ClockTimer } from '../base/clock.js'
import { ActivityTimeoutFailure } from '../codec/activity-timeout-failure.js'
import { ApplicationFailure } from '../codec/application-failure.js'
import { decodePayload } from '../codec/decode-payload.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { encodePayload } from '../codec/encode-payload.js'
import type { Failure } from '../codec/failure.js'
import type { Payload } from '../codec/payload.js'
import type { OpenActivity } from '../engine/turn.js'
import type { ActivityTimeoutKind } from '../history/event-data.js'
import { type ActivityContext, withActivityContext } from './activity-context.js'

export type AttemptOutcome =
  | { readonly type: 'completed'; /** JSON text. */ readonly result: string }
  | { readonly type: 'failed'; readonly failure: Failure; readonly retryAfterMs?: number }
  | { readonly type: 'timed-out'; readonly timeout: ActivityTimeoutKind; readonly failure: Failure }
  /** The attempt was aborted from outside: its worker lost the claim or shuts down. */
  | { readonly type: 'aborted'; readonly failure: Failure }

export interface AttemptOptions {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly activity: OpenActivity
  readonly attempt: number
  /** Database time now, for the deadline from the scheduling. */
  readonly now: number
  readonly clock: Clock
  /** JSON text of the last heartbeat's details. */
  readonly heartbeatDetails?: string
  /** Called with JSON text of the details at each heartbeat. */
  readonly onHeartbeat?: (details: string) => void
}

export interface RunningAttempt {
  readonly outcome: Promise<AttemptOutcome>
  abort(reason: Error): void
}

export const startAttempt = (fn: ActivityFunction, options: AttemptOptions): RunningAttempt => {
  const { activity, clock } = options
  // Most activities never look at it, and one costs more than all else of a short attempt.
  let controller: AbortController | undefined
  let aborted: { readonly reason: Error } | undefined
  const timers: ClockTimer[] = []
  let silence: ClockTimer | undefined
  let settle!: (outcome: AttemptOutcome) => void
  let settled = false
  const outcome = new Promise<AttemptOutcome>((resolve) => {
    settle = (value) => {
      if (settled) return
      settled = true
      for (const timer of timers) timer.cancel()
      silence?.cancel()
      resolve(value)
    }
  })

  const abortWith = (reason: Error): void => {
    aborted ??= { reason }
    controller?.abort(reason)
  }
  const timeOut = (timeout: ActivityTimeoutKind): void => {
    const error = new ActivityTimeoutFailure({ activityName: activity.name, attempt: options.attempt, timeout })
    settle({ type: 'timed-out', timeout, failure: encodeFailure(error) })
    abortWith(error)
  }
  const { startToCloseMs, scheduleToCloseMs, heartbeatMs } = activity.options
  timers.push(clock.setTimer(startToCloseMs, () => timeOut('start-to-close')))
  if (scheduleToCloseMs !== undefined) {
    const leftMs = activity.scheduledAt + scheduleToCloseMs - options.now
    if (leftMs < startToCloseMs) {
      timers.push(clock.setTimer(leftMs, () => timeOut('schedule-to-close')))
    }
  }
  const listen = (): void => {
    if (heartbeatMs === undefined || settled) return
    silence?.cancel()
    silence = clock.setTimer(heartbeatMs, () => timeOut('heartbeat'))
  }
  listen()

  const context: ActivityContext = {
    info: {
      name: activity.name,
      activityId: activity.activityId,
      attempt: options.attempt,
      runId: options.runId,
      workflowId: options.workflowId,
      workflowType: options.workflowType,
      taskQueue: options.taskQueue,
      idempotencyKey: `${options.runId}/${activity.activityId}`,
      get signal() {
        controller ??= new AbortController()
        if (aborted !== undefined) controller.abort(aborted.reason)
        return controller.signal
      },
      scheduledAt: new Date(activity.scheduledAt),
      heartbeatDetails:
        options.heartbeatDetails === undefined
          ? undefined
          : decodePayload(JSON.parse(options.heartbeatDetails) as Payload),
    },
    heartbeat: (details) => {
      const encoded = encodePayload(details, 'heartbeat details')
      listen()
      options.onHeartbeat?.(encoded)
    },
  }

  const fail = (error: unknown): void => {
    const retryAfterMs = retryAfterOf(error)
    settle({ type: 'failed', failure: encodeFailure(error), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
  }
  const complete = (value: unknown): void => {
    try {
      settle({ type: 'completed', result: encodePayload(value, 'result') })
    } catch (error) {
      // Another attempt would give the same kind of value, so it isn't tried.
      settle({ type: 'failed', failure: { ...encodeFailure(error), nonRetryable: true } })
    }
  }
  try {
    const args = (JSON.parse(activity.args) as readonly Payload[]).map(decodePayload)
    const returned = withActivityContext(context, () => fn(...args))
    if (isThenable(returned)) returned.then(complete, fail)
    else complete(returned)
  } catch (error) {
    fail(error)
  }

  return {
    outcome,
    abort: (reason) => {
      settle({ type: 'aborted', failure: encodeFailure(reason) })
      abortWith(reason)
    },
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'

const retryAfterOf = (error: unknown): number | undefined =>
  ApplicationFailure.is(error) ? error.retryAfterMs : undefined
