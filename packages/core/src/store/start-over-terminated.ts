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

/**
 * Waits until the open run `runId` is closed and starts over it. Answers `conflict` when it is still open after half a
 * minute, as when no worker serves its queue; the terminate stays in its inbox.
 */
export const startOverTerminated = async (
  store: Sender,
  start: RunStart,
  runId: string,
  startAgain: (start: RunStart) => Promise<StartOutcome | { readonly type: 'terminate'; readonly runId: string }>,
): Promise<StartOutcome> => {
  let openRunId = runId
  const deadline = systemClock.now() + waitMs
  for (;;) {
    const reason = `A new run of the workflow id ${start.workflowId} was started with the policy terminate-existing.`
    const closed = waitForClose(store, openRunId)
    await store.sendMessages([
      {
        runId: openRunId,
        kind: 'terminate',
        key: `terminate-existing:${start.runId}`,
        data: JSON.stringify({ reason }),
      },
    ])
    const outcome = await startAgain(start)
    if (outcome.type !== 'terminate') {
      closed.cancel()
      return outcome
    }
    openRunId = outcome.runId
    if (systemClock.now() > deadline) {
      closed.cancel()
      return { type: 'conflict', runId: openRunId, workflowType: start.workflowType, differs: 'nothing' }
    }
    await closed.promise
  }
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
  return { promise: promise.finally(cancel), cancel }
}
