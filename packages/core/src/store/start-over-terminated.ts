// The conflict policy `terminate-existing`: only a run's owner may end it, so the open run is sent a terminate and the
// start waits until it is gone.
import { systemClock } from '../base/system-clock.js'
import type { OutgoingMessage, SendOutcome } from './message.js'
import type { RunStart, StartOutcome } from './run-start.js'
import type { StoreHint } from './store.js'

const waitMs = 30_000
const pollMs = 500

interface Sender {
  sendMessages(messages: readonly OutgoingMessage[]): Promise<readonly SendOutcome[]>
  onHint(listener: (hint: StoreHint) => void): () => void
}

type Conflict = Extract<StartOutcome, { type: 'conflict' }>

/**
 * Waits until the open run in the way is closed and starts over it. Answers `conflict` when it is still open after half a
 * minute, as when no worker serves its queue; the terminate stays in its inbox.
 */
export const startOverTerminated = async (
  store: Sender,
  start: RunStart,
  conflict: Conflict,
  startAgain: () => Promise<StartOutcome>,
): Promise<StartOutcome> => {
  const reason = `A new run of the workflow id ${start.workflowId} was started with the policy terminate-existing.`
  const deadline = systemClock.now() + waitMs
  let outcome: StartOutcome = conflict
  while (outcome.type === 'conflict' && systemClock.now() < deadline) {
    const closed = waitForClose(store, outcome.runId)
    try {
      const key = `terminate-existing:${start.runId}`
      await store.sendMessages([{ runId: outcome.runId, kind: 'terminate', key, data: JSON.stringify({ reason }) }])
      outcome = await startAgain()
      if (outcome.type === 'conflict') await closed.promise
    } finally {
      closed.cancel()
    }
  }
  return outcome
}

const waitForClose = (store: Sender, runId: string): { readonly promise: Promise<void>; cancel(): void } => {
  let settle: () => void = () => undefined
  const promise = new Promise<void>((resolve) => (settle = resolve))
  const timer = systemClock.setTimer(pollMs, () => settle())
  const unsubscribe = store.onHint((hint) => {
    if (hint.type === 'progress' && hint.closed && hint.runIds.includes(runId)) settle()
  })
  const cancel = (): void => {
    timer.cancel()
    unsubscribe()
    settle()
  }
  return { promise, cancel }
}
