// Races whose losers are taken back.
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { runInScope } from './cancellable.js'
import { cancelledFailure, cancelScope, loseWait, rejectedByScope } from './cancel-scope.js'
import { isThenable } from './is-thenable.js'
import { cancelTimer, issueTimer } from './issue-timer.js'
import { createPending } from './pending.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'
import { WaitTimeoutError } from './wait-timeout-error.js'

/**
 * What takes part in a race: a promise of this API, or a function, which runs in a scope of its own. Any other promise may
 * take part, but is only abandoned when it loses.
 */
export type RaceBranch<T = unknown> = PromiseLike<T> | (() => T | PromiseLike<T>)

type BranchValue<Branch> = Branch extends () => infer Result ? Awaited<Result> : Awaited<Branch>

/** Which branch came first, and what it gave. */
export type RaceResult<Branches> = {
  readonly [Name in keyof Branches]: { readonly winner: Name; readonly value: BranchValue<Branches[Name]> }
}[keyof Branches]

interface Entrant {
  readonly promise: Promise<unknown>
  /** Takes back what it waits for. */
  lose(message: string): void
}

const enter = (scope: RunScope, option: string, branch: unknown): Entrant => {
  if (typeof branch === 'function') {
    const cancellation = scope.openScope(scope.cancellation)
    return {
      promise: runInScope(scope, cancellation, branch as () => unknown),
      lose: (message) => cancelScope(scope, cancellation, cancelledFailure(message)),
    }
  }
  if (isThenable(branch)) {
    return {
      promise: Promise.resolve(branch),
      lose: (message) => loseWait(scope, branch, cancelledFailure(message)),
    }
  }
  throw new InvalidOptionError(option, 'a promise, or a function that gives one', branch)
}

/**
 * Waits for the first branch to settle, in the order of the history. The others are taken back: their timers are
 * cancelled, their activities told, their receivers take no signal.
 *
 * @example
 * const first = await race({ paid: receiveSignal<number>('paid'), late: sleep('3 days') })
 * if (first.winner === 'paid') await orders.ship(first.value.payload)
 *
 * @throws InvalidOptionError for what isn't an object of promises and functions, or has none
 * @throws whatever the first branch rejects with
 */
export const race = <Branches extends { readonly [name: string]: RaceBranch }>(
  branches: Branches,
): Promise<RaceResult<Branches>> => {
  const scope = steppingScope('race')
  const names = typeof branches === 'object' && (branches as unknown) !== null ? Object.keys(branches) : []
  if (names.length === 0) throw new InvalidOptionError('branches', 'an object of one branch or more', branches)
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const entrants = names.map((name) => [name, enter(scope, `branches.${name}`, branches[name])] as const)
  const { promise, resolve, reject } = createPending<unknown>()
  let isOver = false
  for (const [name, entrant] of entrants) {
    const end = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      settle()
      for (const [, other] of entrants) if (other !== entrant) other.lose(`The branch ${name} came first.`)
    }
    entrant.promise.then(
      (value) => end(() => resolve({ winner: name, value })),
      (error: unknown) => end(() => reject(error)),
    )
  }
  return promise as Promise<RaceResult<Branches>>
}

/**
 * Waits for a promise or a function for at most so long. What it waits for is taken back when the time is over.
 *
 * @example
 * const quote = await withTimeout('10 minutes', quotes.best(item))
 *
 * @throws WaitTimeoutError where it is awaited, when the time is over first
 * @throws InvalidOptionError for a duration that isn't one, or what can't be waited for
 */
export const withTimeout = <T>(duration: Duration, branch: RaceBranch<T>): Promise<T> => {
  const scope = steppingScope('withTimeout')
  const durationMs = toMilliseconds('duration', duration)
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const entrant = enter(scope, 'branch', branch)
  const { promise, resolve, reject } = createPending<T>()
  const request = { kind: 'timeout', id: undefined, durationMs, fireAt: scope.nowMs + durationMs } as const
  let isOver = false
  const timerId = issueTimer(scope, request, {
    promise,
    fire: () => {
      isOver = true
      reject(new WaitTimeoutError(durationMs))
      entrant.lose('The time-out came first.')
    },
    cancel: (failure) => end(() => reject(failure)),
  })
  const end = (settle: () => void): void => {
    if (isOver) return
    isOver = true
    cancelTimer(scope, timerId)
    settle()
  }
  entrant.promise.then(
    (value) => end(() => resolve(value as T)),
    (error: unknown) => end(() => reject(error)),
  )
  return promise
}
