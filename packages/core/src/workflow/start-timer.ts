// startTimer: a durable timer that runs beside the code, to be asked, cancelled and set again.
import { checkOptionNames } from '../base/check-option-names.js'
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { CancelledFailure } from '../codec/cancelled-failure.js'
import { rejectedByScope } from './cancel-scope.js'
import type { Wait } from './cancellation-scope.js'
import { armTimer, cancelTimer, issueTimer } from './issue-timer.js'
import { log } from './log.js'
import { createPending } from './pending.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'
import type { TimerHandle, TimerOutcome } from './timer-handle.js'

export interface StartTimerOptions {
  /**
   * When the clock begins: with `start`, here and with each `reset`, so that the timer may fire while the run waits for
   * something else; with `await`, when it is first waited for.
   *
   * @default 'start'
   */
  readonly anchor?: 'start' | 'await' | undefined
}

/** What a handle stands on. Its methods are made for each, so that runs share nothing of it. */
interface Timer {
  readonly id: string
  readonly anchorsAtAwait: boolean
  durationMs: number
  state: 'unarmed' | 'armed' | TimerOutcome
  waits: HandleWait[]
}

interface HandleWait extends Wait {
  readonly settle: (outcome: TimerOutcome) => void
}

const isOpen = ({ state }: Timer): boolean => state === 'armed' || state === 'unarmed'

const settle = (scope: RunScope, timer: Timer, outcome: TimerOutcome): void => {
  timer.state = outcome
  const { waits } = timer
  timer.waits = []
  for (const wait of waits) {
    scope.handleWaits?.delete(wait)
    wait.settle(outcome)
  }
}

const begin = (scope: RunScope, timer: Timer): void => {
  const { id, durationMs, anchorsAtAwait, waits } = timer
  // Whoever waits already has begun the clock.
  const isArmed = !anchorsAtAwait || waits.length > 0
  const fireAt = isArmed ? { fireAt: scope.nowMs + durationMs } : {}
  issueTimer(
    scope,
    { kind: 'timer', id, durationMs, ...fireAt },
    { fire: () => settle(scope, timer, 'fired'), cancel: (failure) => cancelWithScope(scope, timer, failure) },
  )
  timer.state = isArmed ? 'armed' : 'unarmed'
}

const wait = (timer: Timer): Promise<TimerOutcome> => {
  const scope = steppingScope('fired')
  if (!isOpen(timer)) return Promise.resolve(timer.state as TimerOutcome)
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  if (timer.state === 'unarmed') {
    armTimer(scope, timer.id, scope.nowMs + timer.durationMs)
    timer.state = 'armed'
  }
  const { promise, resolve, reject } = createPending<TimerOutcome>()
  const wait: HandleWait = {
    promise,
    cancellation: scope.cancellation,
    settle: resolve,
    cancel: (failure) => {
      scope.handleWaits?.delete(wait)
      timer.waits = timer.waits.filter((other) => other !== wait)
      reject(failure)
    },
    lose: () => cancel(timer),
  }
  timer.waits.push(wait)
  ;(scope.handleWaits ??= new Set()).add(wait)
  return promise
}

/** The timer's own scope is cancelled: who waits for it in there hears of that, who waits elsewhere of the timer's end. */
const cancelWithScope = (scope: RunScope, timer: Timer, failure: CancelledFailure): void => {
  cancelTimer(scope, timer.id)
  for (const wait of timer.waits) {
    if (wait.cancellation.requested === undefined) continue
    wait.promise?.catch(() => undefined)
    wait.cancel(failure)
  }
  settle(scope, timer, 'cancelled')
}

const cancel = (timer: Timer): void => {
  const scope = steppingScope('cancel')
  if (!isOpen(timer)) return
  cancelTimer(scope, timer.id)
  settle(scope, timer, 'cancelled')
}

const reset = (timer: Timer, duration: Duration): void => {
  const scope = steppingScope('reset')
  const durationMs = toMilliseconds('duration', duration)
  if (isOpen(timer)) cancelTimer(scope, timer.id)
  timer.durationMs = durationMs
  begin(scope, timer)
}

/**
 * Starts a timer and returns at once; nothing suspends. An id that is started already keeps its first arming, with a
 * warning in the log: `reset` is what changes it.
 *
 * @example
 * const deadline = startTimer('deadline', '24 hours')
 * const decided = await Promise.race([approval, deadline.fired()])
 * deadline.cancel()
 *
 * @param id the timer's name in the history and for operators
 * @throws InvalidOptionError for an id or a duration that isn't one
 * @throws TimerIdInUseError when a sleep of the run has the id
 */
export const startTimer = (id: string, duration: Duration, options: StartTimerOptions = {}): TimerHandle => {
  const scope = steppingScope('startTimer')
  const durationMs = toMilliseconds('duration', duration)
  const { anchor = 'start' } = checkOptionNames('startTimer', options, ['anchor'])
  if (anchor !== 'start' && anchor !== 'await') throw new InvalidOptionError('anchor', "'start' or 'await'", anchor)
  const started = scope.handles?.get(id)
  if (started?.isOpen() === true) {
    log.warn('A timer of this id is started already and keeps its time. Use reset to change it.', { timerId: id })
    return started.handle
  }
  const timer: Timer = { id, anchorsAtAwait: anchor === 'await', durationMs, state: 'unarmed', waits: [] }
  begin(scope, timer)
  const handle: TimerHandle = Object.freeze({
    id,
    fired: () => wait(timer),
    cancel: () => cancel(timer),
    reset: (again: Duration) => reset(timer, again),
  })
  ;(scope.handles ??= new Map()).set(id, { handle, isOpen: () => isOpen(timer) })
  return handle
}
