// The synchronous part of one delivered event: settles what waited for it.
import { ActivityFailure } from '../codec/activity-failure.js'
import { ActivityTimeoutFailure } from '../codec/activity-timeout-failure.js'
import { CancelledFailure } from '../codec/cancelled-failure.js'
import { ChildFailure } from '../codec/child-failure.js'
import { decodeFailure } from '../codec/decode-failure.js'
import { decodePayload } from '../codec/decode-payload.js'
import type { EventDataByType } from '../history/event-data.js'
import type { InputEventType } from '../history/event-type.js'
import { acceptUpdate } from './accept-update.js'
import { acceptCancellation } from './cancel-scope.js'
import { acceptSignal } from './receive-signal.js'
import type { PendingActivity, PendingChild, RunScope } from './run-scope.js'
import { startRun } from './start-run.js'

type Receive<T extends InputEventType> = (scope: RunScope, data: EventDataByType[T]) => string | undefined | void

const takeActivity = (scope: RunScope, activityId: string): PendingActivity | undefined => {
  const pending = scope.activities.get(activityId)
  scope.activities.delete(activityId)
  return pending
}

const takeChild = (scope: RunScope, childId: string): PendingChild | undefined => {
  const pending = scope.children?.get(childId)
  scope.children?.delete(childId)
  return pending
}

// Its stack would be another one in each replay.
const withPlainStack = <E extends Error>(error: E): E => {
  Object.defineProperty(error, 'stack', {
    value: `${error.name}: ${error.message}`,
    configurable: true,
    writable: true,
  })
  return error
}

const receivers: { readonly [T in InputEventType]: Receive<T> } = {
  RunStarted: startRun,
  TimerFired: (scope, { timerId }) => {
    const timer = scope.timers.get(timerId)
    scope.timers.delete(timerId)
    timer?.fire()
  },
  ActivityCompleted: (scope, { activityId, result }) => {
    takeActivity(scope, activityId)?.complete(decodePayload(result))
  },
  ActivityFailed: (scope, { activityId, attempt, failure }) => {
    const pending = takeActivity(scope, activityId)
    const activityName = pending?.name ?? ''
    pending?.fail(withPlainStack(new ActivityFailure({ activityName, attempt, cause: decodeFailure(failure) })))
  },
  ActivityTimedOut: (scope, { activityId, attempt, timeout, failure }) => {
    const pending = takeActivity(scope, activityId)
    const activityName = pending?.name ?? ''
    const cause = failure.cause === undefined ? {} : { cause: decodeFailure(failure.cause) }
    pending?.fail(withPlainStack(new ActivityTimeoutFailure({ activityName, attempt, timeout, ...cause })))
  },
  ActivityCancelled: (scope, { activityId, failure }) => {
    const { message, cause } = decodeFailure(failure)
    takeActivity(scope, activityId)?.fail(withPlainStack(new CancelledFailure(message, { cause })))
  },
  ChildCompleted: (scope, { childId, result }) => {
    takeChild(scope, childId)?.complete(decodePayload(result))
  },
  ChildFailed: (scope, { childId, outcome, failure }) => {
    const pending = takeChild(scope, childId)
    if (pending === undefined) return
    const { workflowType, workflowId, runId } = pending
    const cause = decodeFailure(failure)
    pending.fail(withPlainStack(new ChildFailure({ workflowType, workflowId, runId, outcome, cause })))
  },
  SignalReceived: acceptSignal,
  UpdateAccepted: acceptUpdate,
  CancelRequested: acceptCancellation,
}

/** @returns for an update that is refused, JSON text of the Failure that says why */
export const receiveEvent = (scope: RunScope, type: InputEventType, data: unknown): string | undefined => {
  const receive = receivers[type] as (scope: RunScope, data: unknown) => string | undefined
  return receive(scope, data)
}
