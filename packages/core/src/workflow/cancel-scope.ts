// Cancelling: everything that waits in a scope is taken back and rejects, in the order of its kinds and then of its age.
import { CancelledFailure } from '../codec/cancelled-failure.js'
import type { CancelRequestedData } from '../history/event-data.js'
import type { CancellationScope, Wait } from './cancellation-scope.js'
import type { RunScope } from './run-scope.js'

const ignore = (): void => undefined

/** Its stack would be another one in each replay. */
export const cancelledFailure = (message: string): CancelledFailure => {
  const failure = new CancelledFailure(message)
  const value = `${failure.name}: ${message}`
  Object.defineProperty(failure, 'stack', { value, configurable: true, writable: true })
  return failure
}

function* waitsOf(scope: RunScope): Iterable<Wait> {
  yield* scope.activities.values()
  yield* scope.children?.values() ?? []
  for (const timer of scope.timers.values()) if (timer.cancel !== undefined) yield timer as Wait
  yield* scope.conditions ?? []
  yield* scope.receivers ?? []
  yield* scope.handleWaits ?? []
}

export const cancelScope = (scope: RunScope, target: CancellationScope, failure: CancelledFailure): void => {
  if (target.requested !== undefined) return
  target.request(failure)
  for (const wait of [...waitsOf(scope)]) {
    if (!wait.cancellation.isWithin(target)) continue
    // Nobody may be looking at it any more.
    wait.promise?.catch(ignore)
    wait.cancel(failure)
  }
}

/** Takes back what the code waits for with a promise, if it is one of this API. */
export const loseWait = (scope: RunScope, promise: unknown, failure: CancelledFailure): void => {
  for (const wait of waitsOf(scope)) {
    if (wait.promise !== promise || wait.promise === undefined) continue
    wait.promise.catch(ignore)
    if (wait.lose === undefined) wait.cancel(failure)
    else wait.lose(failure)
    return
  }
}

/** The run itself is to be cancelled. */
export const acceptCancellation = (scope: RunScope, { reason }: CancelRequestedData): void =>
  cancelScope(
    scope,
    scope.root,
    cancelledFailure(reason === undefined ? 'The run was cancelled.' : `The run was cancelled: ${reason}`),
  )

/** In a scope that is cancelled, whatever would wait rejects at once, and nothing is asked for. */
export const rejectedByScope = (scope: RunScope): Promise<never> | undefined => {
  const { requested } = scope.cancellation
  if (requested === undefined) return undefined
  const rejected = Promise.reject<never>(requested)
  rejected.catch(ignore)
  return rejected
}
