import { systemClock } from '../../src/base/system-clock.js'
import type { Client } from '../../src/client/client.js'
import { createClient } from '../../src/client/create-client.js'
import type { LifecycleEvent } from '../../src/client/lifecycle-event.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { bundleOf, HandWorker } from './hand-worker.js'

export const noRun = '0190b6a0-0000-7000-8000-000000000000'
export const reason = { code: 'FOLIOT_NONDETERMINISM', message: 'History and code part.' } as const
export const fireAt = '2026-03-01T09:00:30.000Z'

/** A client and a worker led by hand on one memory store, which knows the workflows `onboarding` and `billing`. */
export const clientOnMemory = async () => {
  let now = Date.UTC(2026, 2, 1)
  const store = new MemoryStore({ now: () => (now += 1) })
  const client: Client = createClient({ store, clock: systemClock })
  const worker = await HandWorker.open(store)
  await client.bundles.register(bundleOf(['onboarding', 'billing']))
  const startClaimed = async (workflowId = 'user-42') => {
    const run = await client.start<string>('onboarding', { workflowId, args: [42] })
    await worker.claim()
    return run
  }
  return { store, client, worker, startClaimed }
}

export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It resolved.'),
    (error: unknown) => error,
  )

export const collect = async (events: AsyncIterable<LifecycleEvent>): Promise<readonly LifecycleEvent[]> => {
  const seen: LifecycleEvent[] = []
  for await (const event of events) seen.push(event)
  return seen
}
