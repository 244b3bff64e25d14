// Workers of the test's own process on a Postgres database of the test's own, without a vm, and a client beside them.
import { systemClock } from '../../src/base/system-clock.js'
import type { Client } from '../../src/client/client.js'
import { createClient } from '../../src/client/create-client.js'
import { openStore } from '../../src/store/postgres/open-store.js'
import type { Store } from '../../src/store/store.js'
import { Worker } from '../../src/worker/worker.js'
import { createTestDatabase, type TestDatabase } from '../support/test-database.js'
import { testBundle } from './in-process-host.js'
import { testParts } from './test-parts.js'

export interface PostgresWorkers extends AsyncDisposable {
  readonly database: TestDatabase
  /** The client's. */
  readonly store: Store
  readonly client: Client
  startWorker(functions: WorkerFunctions, wrap?: (store: Store) => Store): Promise<Worker>
}

export type WorkerFunctions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export const postgresWorkers = async (workflowTypes: readonly string[]): Promise<PostgresWorkers> => {
  const database = await createTestDatabase()
  const store = await openStore({ database: database.url })
  const client = createClient({ store, clock: systemClock })
  const bundle = testBundle('a'.repeat(64), ...workflowTypes)
  await store.registerBundle(bundle)
  const workers: Worker[] = []
  const stores: Store[] = []
  return {
    database,
    store,
    client,
    startWorker: async (functions, wrap = (each) => each) => {
      const own = await openStore({ database: database.url })
      stores.push(own)
      const worker = new Worker(
        testParts({
          store: wrap(own),
          bundle,
          functions: new Map(Object.entries(functions)),
          logger: { ...quiet, error: (message) => void process.stderr.write(`${message}\n`) },
        }),
      )
      workers.push(worker)
      await worker.start()
      return worker
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(workers.map((worker) => worker.shutdown()))
      await client.close()
      await Promise.all(stores.map((own) => own.close()))
      await database.drop()
    },
  }
}
