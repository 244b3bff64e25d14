// Queries from end to end, on the memory store: what is asked of a run, live, replayed or closed.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/base/system-clock.js'
import type { Client } from '../../src/client/client.js'
import { createClient } from '../../src/client/create-client.js'
import { QueryFailedError } from '../../src/client/query-failed-error.js'
import { QueryTimeoutError } from '../../src/client/query-timeout-error.js'
import { RunNotFoundError } from '../../src/client/run-not-found-error.js'
import { newUuid } from '../../src/base/new-uuid.js'
import { activities, Query, Run, sleep, Workflow } from '../../src/public/workflow.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { Worker } from '../../src/worker/worker.js'
import { InProcessHost, testBundle } from '../worker/in-process-host.js'
import { errorOf } from './client-on-memory.js'

const act = activities<{ wait(): Promise<void> }>()

@Workflow('asked')
class Asked {
  #stage = 'begun'
  readonly #seen = new Map<string, Date>()

  @Run() async run(sleepMs: number): Promise<string> {
    await act.wait()
    this.#stage = 'waited'
    this.#seen.set('wait', new Date(0))
    await sleep(sleepMs)
    this.#stage = 'done'
    return this.#stage
  }

  @Query() stage(): string {
    return this.#stage
  }

  @Query() seen(prefix: string, { upper }: { readonly upper: boolean }): Map<string, Date> {
    return new Map([...this.#seen].map(([key, at]) => [upper ? (prefix + key).toUpperCase() : prefix + key, at]))
  }

  @Query() broken(): never {
    throw new RangeError('no such shelf')
  }
}

const bundle = testBundle('asked-1', 'asked')
let store: MemoryStore
let client: Client
let workers: Worker[]
let release: () => void

const startWorker = async (): Promise<{ readonly worker: Worker; readonly sandbox: InProcessHost }> => {
  const sandbox = new InProcessHost()
  const worker = new Worker({
    store,
    sandbox,
    clock: systemClock,
    bundle,
    functions: new Map([['wait', () => new Promise<void>((resolve) => (release = resolve))]]),
    taskQueues: ['default'],
    maxConcurrentActivities: 10,
    limits: { perClaim: 100, active: 100, owned: 100 },
    maxCommitGroup: 100,
    leaseMs: 15_000,
    shutdownGraceMs: 10,
    host: 'test',
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    ownsParts: false,
  })
  workers.push(worker)
  await worker.start()
  return { worker, sandbox }
}

beforeEach(async () => {
  store = new MemoryStore({ now: () => performance.timeOrigin + performance.now() })
  await store.registerBundle(bundle)
  client = createClient({ store, clock: systemClock })
  workers = []
})

afterEach(async () => {
  await client.close()
  await Promise.all(workers.map((worker) => worker.stop()))
})

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}
const has = (run: { history(): Promise<readonly { readonly type: string }[]> }, type: string) =>
  until(async () => (await run.history()).some((event) => event.type === type))

test('a run answers from where it stands, with all that payloads carry, and isn’t changed by it', async () => {
  await startWorker()
  const run = await client.start(Asked, { workflowId: 'a', args: [60_000] })
  await has(run, 'ActivityScheduled')
  expect(await run.query('stage')).toBe('begun')
  release()
  await has(run, 'TimerStarted')
  const before = await run.history()
  expect(await run.query('stage')).toBe('waited')
  expect(await run.query('seen', { args: ['x-', { upper: true }] })).toEqual(new Map([['X-WAIT', new Date(0)]]))
  expect(await client.run({ workflowId: 'a' }).query('stage')).toBe('waited')
  expect(await run.history()).toEqual(before)
})

test('a run that no worker holds is replayed for the question, and a closed one too', async () => {
  const first = await startWorker()
  const sleeping = await client.start(Asked, { workflowId: 'sleeping', args: [3_600_000] })
  await has(sleeping, 'ActivityScheduled')
  release()
  await has(sleeping, 'TimerStarted')
  const closed = await client.start(Asked, { workflowId: 'closed', args: [1] })
  await has(closed, 'ActivityScheduled')
  release()
  await closed.result()
  await first.worker.shutdown()
  await startWorker()
  expect(await sleeping.query('stage')).toBe('waited')
  expect(await closed.query('stage')).toBe('done')
})

test('what goes wrong in a query is the asker’s to hear, not the run’s', async () => {
  await startWorker()
  const run = await client.start(Asked, { workflowId: 'a', args: [1] })
  await has(run, 'ActivityScheduled')
  const broken = await errorOf(run.query('broken'))
  expect(QueryFailedError.is(broken)).toBe(true)
  expect(String(broken)).toContain('no such shelf')
  expect(String(await errorOf(run.query('stagee')))).toContain('Did you mean stage?')
  expect(RunNotFoundError.is(await errorOf(client.run(newUuid()).query('stage')))).toBe(true)
  release()
  expect(await run.result()).toBe('done')
})

test('without a worker the question times out and says what to look for', async () => {
  const run = await client.start(Asked, { workflowId: 'a', args: [1] })
  const error = await errorOf(run.query('stage', { timeout: '30 milliseconds' }))
  expect(QueryTimeoutError.is(error)).toBe(true)
  expect(String(error)).toMatch(/no answer within 30 ms.*check that one is running/)
})
