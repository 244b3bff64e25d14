// Signals as the code takes them: handed to the method decorated for them, or kept until `receiveSignal` asks.
import { checkOptionNames } from '../base/check-option-names.js'
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { CancelledFailure } from '../codec/cancelled-failure.js'
import { decodePayload } from '../codec/decode-payload.js'
import type { SignalReceivedData } from '../history/event-data.js'
import { rejectedByScope } from './cancel-scope.js'
import { isThenable } from './is-thenable.js'
import { cancelTimer, issueTimer } from './issue-timer.js'
import { createPending } from './pending.js'
import type { PendingReceiver, ReceivedSignal } from './pending-receiver.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'

export interface ReceiveSignalOptions {
  /** How long to wait. For ever by default. */
  readonly timeout?: Duration | undefined
}

/** A handler that was cancelled leaves the end of the run to the run. */
const failHandler = (scope: RunScope, error: unknown): void => {
  if (!CancelledFailure.is(error)) scope.fail(error)
}

/** The synchronous part of a signal: the whole of a handler up to its first `await`. */
export const acceptSignal = (scope: RunScope, { name, args }: SignalReceivedData): void => {
  const { workflow } = scope
  const values = args.map(decodePayload)
  if (workflow?.hasSignal(name) !== true) {
    ;(scope.signals ??= []).push({ name, signal: { payload: values[0], args: values } })
    return
  }
  try {
    const returned = workflow.signal(name, values)
    if (isThenable(returned)) returned.then(undefined, (error: unknown) => failHandler(scope, error))
  } catch (error) {
    failHandler(scope, error)
  }
}

/** Hands the earliest signal that somebody waits for to who has waited longest. Answers whether there was one. */
export const settleReceiver = (scope: RunScope): boolean => {
  const { signals, receivers } = scope
  if (signals === undefined || receivers === undefined) return false
  for (const [place, { name, signal }] of signals.entries()) {
    const receiver = receivers.find((waiting) => waiting.name === name)
    if (receiver === undefined) continue
    signals.splice(place, 1)
    receivers.splice(receivers.indexOf(receiver), 1)
    if (receiver.timerId !== undefined) cancelTimer(scope, receiver.timerId)
    receiver.resolve(signal)
    return true
  }
  return false
}

/** The earliest kept signal of the name, unless somebody waits for it already. */
const takeKept = ({ signals = [], receivers = [] }: RunScope, name: string): ReceivedSignal | undefined => {
  if (receivers.some((waiting) => waiting.name === name)) return undefined
  const place = signals.findIndex((kept) => kept.name === name)
  return place === -1 ? undefined : signals.splice(place, 1)[0]?.signal
}

/**
 * Waits for the next signal of a name that no method of the workflow handles. Signals that came before are kept, and
 * come first. Resolves with `undefined` when the time-out passes first, which takes no signal.
 *
 * @example
 * const decision = await receiveSignal<boolean>('decision', { timeout: '24 hours' })
 * const approved = decision === undefined ? false : decision.payload
 *
 * @typeParam Payload the first argument that the sender gives
 * @throws InvalidOptionError for a name or a time-out that isn't one, or a name that a `@Signal` method handles
 * @throws CancelledFailure where it is awaited, when it is cancelled
 */
export function receiveSignal<Payload = unknown>(
  name: string,
  options?: { readonly timeout?: undefined },
): Promise<ReceivedSignal<Payload>>
export function receiveSignal<Payload = unknown>(
  name: string,
  options: ReceiveSignalOptions,
): Promise<ReceivedSignal<Payload> | undefined>
export function receiveSignal(name: string, options: ReceiveSignalOptions = {}): Promise<ReceivedSignal | undefined> {
  const scope = steppingScope('receiveSignal')
  validateId('signal', name)
  const { timeout } = checkOptionNames('receiveSignal', options, ['timeout'])
  const timeoutMs = timeout === undefined ? undefined : toMilliseconds('timeout', timeout)
  if (scope.workflow?.hasSignal(name) === true) {
    throw new InvalidOptionError(
      'signal',
      'a signal without a handler',
      name,
      'A method decorated with @Signal takes the signals of this name. Use condition(…) on what it stores.',
    )
  }
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const kept = takeKept(scope, name)
  if (kept !== undefined) return Promise.resolve(kept)
  const { promise, resolve, reject } = createPending<ReceivedSignal | undefined>()
  const forget = (): void => {
    scope.receivers = scope.receivers?.filter((other) => other !== receiver)
  }
  const receiver: PendingReceiver = {
    name,
    timerId: undefined,
    resolve,
    promise,
    cancellation: scope.cancellation,
    cancel: (failure) => {
      forget()
      if (receiver.timerId !== undefined) cancelTimer(scope, receiver.timerId)
      reject(failure)
    },
  }
  ;(scope.receivers ??= []).push(receiver)
  if (timeoutMs !== undefined) {
    const request = { kind: 'timeout', id: undefined, durationMs: timeoutMs, fireAt: scope.nowMs + timeoutMs } as const
    receiver.timerId = issueTimer(scope, request, {
      fire: () => {
        forget()
        resolve(undefined)
      },
    })
  }
  return promise
}
