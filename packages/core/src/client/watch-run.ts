// Follows a run's life: tails its history, and adds what isn't in it.
import type { BlockedReason } from '../engine/blocked-reason.js'
import { boundedWait } from './bounded-wait.js'
import type { ClientSession } from './client-session.js'
import { endingOf, isEnding } from './lifecycle-ending.js'
import type { LifecycleEvent } from './lifecycle-event.js'
import { lifecycleReader } from './lifecycle-events.js'
import { readHistoryPages } from './read-history-pages.js'
import { RunNotFoundError } from './run-not-found-error.js'
import type { RunPoller } from './run-poller.js'
import { isClosed } from './run-result.js'

export interface WatchedRun {
  readonly runId: string
  /** Events up to this one were seen. */
  readonly afterSeq: number
  readonly signal?: AbortSignal | undefined
}

export async function* watchRun(
  session: ClientSession,
  poller: RunPoller,
  { runId, afterSeq, signal }: WatchedRun,
): AsyncGenerator<LifecycleEvent, void, undefined> {
  const read = lifecycleReader()
  const subscription = poller.subscribe(runId, 'progress')
  let seq = 0
  let blocked: string | undefined
  try {
    for (;;) {
      const run = await boundedWait(subscription.next(), { clock: session.clock, signal })
      if (run === undefined) throw new RunNotFoundError({ runId })
      if (blocked !== undefined && run.blocked === undefined) {
        blocked = undefined
        yield { type: 'unblocked' }
      }
      // Read after the look at the run, so that the history of a closed one is complete. It is read from the first
      // event on also with `afterSeq`: what an event means depends on those before it.
      let moved = false
      for await (const event of readHistoryPages(session, runId, seq)) {
        seq = event.seq
        moved = true
        subscription.quicken()
        for (const told of read(event)) {
          if (event.seq > afterSeq) yield told
          if (isEnding(told)) return
        }
      }
      if (isClosed(run.status)) {
        yield endingOf(run)
        return
      }
      // A run that moved since the look isn't known to be blocked still: the next look tells.
      if (run.blocked !== undefined && run.blocked !== blocked && !moved) {
        blocked = run.blocked
        yield { type: 'blocked', reason: JSON.parse(blocked) as BlockedReason }
      }
    }
  } finally {
    subscription.end()
  }
}
