// Scopes of cancellation, as the code opens them.
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { cancelledFailure, cancelScope } from './cancel-scope.js'
import type { CancellationScope } from './cancellation-scope.js'
import { changingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'

/** A scope of `cancellable`, to cancel it by. */
export interface CancelScope {
  /** Cancels what waits in the scope, and in scopes within it. Without effect on one that is cancelled already. */
  cancel(reason?: string): void
  /** Whether it was cancelled, by itself or with a scope around it. */
  readonly cancelled: boolean
}

/** Runs code in a scope. What it throws comes as a rejection. */
export const runInScope = async <T>(
  scope: RunScope,
  cancellation: CancellationScope,
  fn: () => T | PromiseLike<T>,
): Promise<T> => scope.globals.enterScope(cancellation.id, fn)

const checkFunction = (fn: unknown): void => {
  if (typeof fn !== 'function') throw new InvalidOptionError('fn', 'a function', fn)
}

/**
 * Runs `fn` in a scope of its own, which can be cancelled without the rest of the run: what waits in it then rejects with
 * CancelledFailure, and timers and activities are taken back. It is cancelled too when the scope around it is.
 *
 * @example
 * const price = await cancellable(async (scope) => {
 *   void condition(() => this.closed).then(() => scope.cancel('closed'))
 *   return quotes.best(item)
 * })
 */
export const cancellable = <T>(fn: (scope: CancelScope) => T | PromiseLike<T>): Promise<T> => {
  const scope = changingScope('cancellable')
  checkFunction(fn)
  const cancellation = scope.openScope(scope.cancellation)
  const handle: CancelScope = Object.freeze({
    cancel: (reason?: string): void => {
      const message = reason === undefined ? 'Cancelled.' : `Cancelled: ${String(reason)}`
      cancelScope(changingScope('cancel'), cancellation, cancelledFailure(message))
    },
    get cancelled(): boolean {
      return cancellation.requested !== undefined
    },
  })
  return runInScope(scope, cancellation, () => fn(handle))
}

/**
 * Runs `fn` where no cancellation from outside reaches it: for cleanup, also after the run was cancelled.
 *
 * @example
 * try {
 *   await orders.ship(order)
 * } catch (error) {
 *   await nonCancellable(() => payments.refund(order))
 *   throw error
 * }
 */
export const nonCancellable = <T>(fn: () => T | PromiseLike<T>): Promise<T> => {
  const scope = changingScope('nonCancellable')
  checkFunction(fn)
  return runInScope(scope, scope.openScope(undefined), fn)
}
