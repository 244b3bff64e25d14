// Starting and cancelling durable timers: what sleep, sleepUntil and setTimeout share.
import { formatInstant } from '../base/instant.js'
import { validateId } from '../base/id.js'
import type { RunScope } from './run-scope.js'
import { TimerIdInUseError } from './timer-id-in-use-error.js'

export interface TimerRequest {
  /** Where the author gave one. */
  readonly id: string | undefined
  readonly fireAt: number
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
export const startTimer = (scope: RunScope, request: TimerRequest, onFired: () => void): string => {
  const timerId = chooseId(scope, request.id)
  const duration = request.durationMs === undefined ? '' : `"durationMs":${request.durationMs},`
  scope.issue(
    'StartTimer',
    `{"timerId":${JSON.stringify(timerId)},"kind":"sleep",${duration}"fireAt":"${formatInstant(request.fireAt)}"}`,
  )
  scope.timers.set(timerId, onFired)
  return timerId
}

export const cancelTimer = (scope: RunScope, timerId: string): void => {
  if (scope.timers.delete(timerId)) scope.issue('CancelTimer', `{"timerId":${JSON.stringify(timerId)}}`)
}
