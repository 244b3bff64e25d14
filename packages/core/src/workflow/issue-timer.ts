// Starting and cancelling durable timers: what sleeps, handles, conditions and setTimeout share.
import { formatInstant } from '../base/instant.js'
import { validateId } from '../base/id.js'
import type { TimerKind } from '../history/event-data.js'
import type { PendingTimer, RunScope } from './run-scope.js'
import { TimerIdInUseError } from './timer-id-in-use-error.js'

export interface TimerRequest {
  readonly kind: TimerKind
  /** Where the author gave one. */
  readonly id: string | undefined
  /** Absent for a timer that isn't armed yet. */
  readonly fireAt?: number
  /** Absent when the author gave an instant. */
  readonly durationMs?: number
}

const chooseId = (scope: RunScope, id: string | undefined): string => {
  if (id === undefined) {
    let step = scope.nextStep()
    // An author's id may look like a number.
    while (scope.timers.has(step)) step = scope.nextStep()
    return step
  }
  validateId('id', id)
  if (scope.timers.has(id)) throw new TimerIdInUseError(id)
  scope.nextStep()
  return id
}

/** @returns the timer's id */
export const issueTimer = (
  scope: RunScope,
  request: TimerRequest,
  timer: Omit<PendingTimer, 'cancellation'>,
): string => {
  const timerId = chooseId(scope, request.id)
  const { kind, durationMs, fireAt } = request
  const duration = durationMs === undefined ? '' : `,"durationMs":${durationMs}`
  const firing = fireAt === undefined ? '' : `,"fireAt":"${formatInstant(fireAt)}"`
  scope.issue('StartTimer', `{"timerId":${JSON.stringify(timerId)},"kind":"${kind}"${duration}${firing}}`)
  scope.timers.set(timerId, { cancellation: scope.cancellation, ...timer })
  return timerId
}

/** The clock of a timer that was started without one begins. */
export const armTimer = (scope: RunScope, timerId: string, fireAt: number): void =>
  scope.issue('ArmTimer', `{"timerId":${JSON.stringify(timerId)},"fireAt":"${formatInstant(fireAt)}"}`)

export const cancelTimer = (scope: RunScope, timerId: string): void => {
  if (scope.timers.delete(timerId)) scope.issue('CancelTimer', `{"timerId":${JSON.stringify(timerId)}}`)
}
