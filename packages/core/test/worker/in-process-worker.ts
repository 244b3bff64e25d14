import { systemClock } from '../../src/base/system-clock.js'
import type { Client } from '../../src/client/client.js'
import { createClient } from '../../src/client/create-client.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { Worker } from '../../src/worker/worker.js'
import type { WorkerParts } from '../../src/worker/worker-parts.js'
import { testBundle } from './in-process-host.js'
import { testParts } from './test-parts.js'

export interface InProcess extends AsyncDisposable {
  readonly store: MemoryStore
  readonly client: Client
  startWorker(overrides?: Partial<WorkerParts>): Promise<Worker>
  eventTypes(runId: string): Promise<readonly string[]>
}

/** A client, and workers of the test's own process, on one memory store. */
export const inProcess = async (
  workflowTypes: readonly string[],
  functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {},
): Promise<InProcess> => {
  const store = new MemoryStore({ now: () => performance.timeOrigin + performance.now() })
  const client = createClient({ store, clock: systemClock })
  const bundle = testBundle('b1', ...workflowTypes)
  await store.registerBundle(bundle)
  const workers: Worker[] = []
  return {
    store,
    client,
    startWorker: async (overrides = {}) => {
      const worker = new Worker(
        testParts({
          store,
          bundle,
          functions: new Map(Object.entries(functions)),
          ...overrides,
        }),
      )
      workers.push(worker)
      await worker.start()
      return worker
    },
    eventTypes: async (runId) => (await store.readHistory({ runId, afterSeq: 0 })).map(({ type }) => type),
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await Promise.all(workers.map((worker) => worker.shutdown()))
    },
  }
}

/** Waits until something is so. */
export const until = async (holds: () => Promise<boolean> | boolean, withinMs = 5_000): Promise<void> => {
  for (const end = performance.now() + withinMs; !(await holds());) {
    if (performance.now() > end) throw new Error('It never came to be so.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
