import { afterEach, beforeEach, expect, test } from 'vitest'
import { newUuid } from '../../src/base/new-uuid.js'
import { systemClock } from '../../src/base/system-clock.js'
import { createClient } from '../../src/client/create-client.js'
import type { Client } from '../../src/client/client.js'
import { DrainRefusedError } from '../../src/worker/drain-refused-error.js'
import { Run, Signal, Workflow, activities, child, condition, sleep } from '../../src/public/workflow.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { openStore } from '../../src/store/postgres/open-store.js'
import type { Store } from '../../src/store/store.js'
import { Worker } from '../../src/worker/worker.js'
import type { WorkerParts } from '../../src/worker/worker-parts.js'
import { createTestDatabase } from '../support/test-database.js'
import { testBundle } from './in-process-host.js'
import { testParts } from './test-parts.js'

interface Acts {
  echo(value: string): Promise<string>
}
const act = activities<Acts>({ retry: { initialInterval: '1 hour' } })
const remote = activities<Acts>({ taskQueue: 'elsewhere' })

@Workflow('drain-steps')
class Steps {
  @Run() async run(count: number) {
    for (let step = 0; step < count; step++) await act.echo(String(step))
    return count
  }
}

@Workflow('drain-sleeper')
class Sleeper {
  @Run() async run(ms: number) {
    await sleep(ms)
    return act.echo('woken')
  }
}

@Workflow('drain-parent')
class Parent {
  @Run() async run() {
    return (await child(Steps, { workflowId: 'drain-child', args: [2] }).result()) + 1
  }
}

@Workflow('drain-waiter')
class Waiter {
  #told = ''
  @Signal() tell(word: string) {
    this.#told = word
  }
  @Run() async run() {
    await condition(() => this.#told !== '')
    return this.#told
  }
}

@Workflow('drain-remote')
class Remote {
  @Run() run() {
    return remote.echo('far')
  }
}

void [Steps, Sleeper, Parent, Waiter, Remote]
const bundle = testBundle(
  'd'.repeat(64),
  'drain-steps',
  'drain-sleeper',
  'drain-parent',
  'drain-waiter',
  'drain-remote',
)

let ahead: number
let store: MemoryStore
let client: Client
let workers: Worker[]

const makeWorker = (overrides: Partial<WorkerParts> = {}): Worker => {
  const worker = new Worker(
    testParts({
      store,
      bundle,
      functions: new Map([['echo', async (value: unknown) => value]]),
      shutdownGraceMs: 100,
      ...overrides,
    }),
  )
  workers.push(worker)
  return worker
}

const start = async (type: string, args: unknown[] = [], of: Client = client) =>
  of.start(type, { workflowId: newUuid(), args })

const recordOf = async (runId: string, of: Store = store) => (await of.describeRuns([{ runId }]))[0]

const openRun = async (runId: string, of: Store = store) => {
  const run = await recordOf(runId, of)
  return { status: run?.status, owner: run?.owner }
}

beforeEach(async () => {
  ahead = 0
  store = new MemoryStore({ now: () => performance.timeOrigin + performance.now() + ahead })
  await store.registerBundle(bundle)
  client = createClient({ store, clock: systemClock })
  workers = []
})

afterEach(async () => {
  await client.close()
  await Promise.all(workers.map((worker) => worker.shutdown()))
})

test('a drain does what is due and all that follows, and returns', async () => {
  const runs = [await start('drain-steps', [5]), await start('drain-steps', [1])]
  const drained = await makeWorker().drain()
  expect(drained).toEqual({ runs: 2, activities: 6, nextWakeAt: null })
  for (const { runId } of runs) expect(await recordOf(runId!)).toMatchObject({ status: 'completed' })
})

test('a drain of an idle queue does nothing', async () => {
  expect(await makeWorker().drain()).toEqual({ runs: 0, activities: 0, nextWakeAt: null })
})

test('children and what their parents are told belong to what follows', async () => {
  const { runId } = await start('drain-parent')
  expect(await makeWorker().drain()).toMatchObject({ runs: 2, activities: 2, nextWakeAt: null })
  expect(await recordOf(runId!)).toMatchObject({ status: 'completed', result: '3' })
})

test.each([2_500, 7_200_000])('a timer %i ms away keeps no drain, and is what it tells as next', async (ms) => {
  const { runId } = await start('drain-sleeper', [ms])
  const worker = makeWorker()
  const before = performance.now()
  const { nextWakeAt } = await worker.drain()
  expect(performance.now() - before).toBeLessThan(2_000)
  expect(await openRun(runId!)).toEqual({ status: 'running', owner: undefined })
  expect(nextWakeAt!.getTime() - (await store.now())).toBeGreaterThan(ms - 2_500)
  ahead = ms
  expect(await worker.drain()).toEqual({ runs: 1, activities: 1, nextWakeAt: null })
  expect(await recordOf(runId!)).toMatchObject({ status: 'completed', result: '"woken"' })
})

test('mail that came between two drains is delivered by the second', async () => {
  const run = await start('drain-waiter')
  const worker = makeWorker()
  await worker.drain()
  await run.signal('tell', { args: ['hello'] })
  expect(await worker.drain()).toMatchObject({ runs: 1 })
  expect(await recordOf(run.runId!)).toMatchObject({ result: '"hello"' })
})

test('a retry that waits is the next wake, and its attempt counts', async () => {
  let attempts = 0
  const echo = () => {
    if (++attempts === 1) throw new Error('busy')
    return 'done'
  }
  const { runId } = await start('drain-steps', [1])
  const worker = makeWorker({ functions: new Map([['echo', echo]]) })
  const first = await worker.drain()
  expect(first).toMatchObject({ runs: 1, activities: 1 })
  expect(first.nextWakeAt!.getTime()).toBeGreaterThan(await store.now())
  ahead = 3_600_000
  expect(await worker.drain()).toEqual({ runs: 1, activities: 1, nextWakeAt: null })
  expect(await recordOf(runId!)).toMatchObject({ status: 'completed' })
})

test('what only other queues can do keeps no drain', async () => {
  await start('drain-remote')
  expect(await makeWorker().drain()).toEqual({ runs: 1, activities: 0, nextWakeAt: null })
  const other = makeWorker({ taskQueues: ['elsewhere'], bundle: undefined })
  expect(await other.drain()).toEqual({ runs: 0, activities: 1, nextWakeAt: null })
})

test('what nobody here can do keeps no drain, and stays due', async () => {
  await start('drain-steps', [1])
  const { nextWakeAt } = await makeWorker({ functions: new Map() }).drain()
  expect(nextWakeAt!.getTime()).toBeLessThanOrEqual(await store.now())
})

test('at the time-out a drain lets go of what runs, after the grace', async () => {
  let aborted = false
  const echo = () => new Promise(() => {}).finally(() => (aborted = true))
  const { runId } = await start('drain-steps', [1])
  const before = performance.now()
  await makeWorker({ functions: new Map([['echo', echo]]) }).drain({ timeout: 50 })
  expect(performance.now() - before).toBeLessThan(5_000)
  expect(aborted).toBe(false)
  expect(await openRun(runId!)).toEqual({ status: 'running', owner: undefined })
  await makeWorker().drain()
  expect(await recordOf(runId!)).toMatchObject({ status: 'completed' })
})

test('drains that are asked for at once come one after the other, and find all', async () => {
  const worker = makeWorker()
  const run = await start('drain-steps', [1])
  const first = worker.drain()
  const later = await start('drain-steps', [1])
  await Promise.all([first, worker.drain()])
  for (const { runId } of [run, later]) expect(await recordOf(runId!)).toMatchObject({ status: 'completed' })
})

test('a worker that runs, or was shut down, refuses to drain', async () => {
  const worker = makeWorker()
  await worker.start()
  await expect(worker.drain()).rejects.toThrow(/got one that runs.*`start: false`/)
  await worker.shutdown()
  await expect(worker.drain()).rejects.toSatisfy((error) => DrainRefusedError.is(error))
  await expect(makeWorker().drain({ timeout: 0 })).rejects.toThrow(/timeout: Expected a duration of more than 0 ms/)
})

test('a worker that has drained can run, and one that drains can be shut down', async () => {
  const worker = makeWorker()
  await worker.drain()
  await worker.start()
  const run = await start('drain-steps', [1])
  expect(await run.result()).toBe(1)
  const other = makeWorker({ functions: new Map([['echo', () => new Promise(() => {})]]) })
  await worker.shutdown()
  await start('drain-steps', [1])
  const draining = other.drain()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await other.shutdown()
  expect(await draining).toMatchObject({ runs: 1 })
})

test('a drain that loses its session registers anew and goes on', async () => {
  const open = store.openSession.bind(store)
  let sessions = 0
  store.openSession = async (registration) => {
    const session = await open(registration)
    if (++sessions === 1) await session.end()
    return session
  }
  const { runId } = await start('drain-steps', [1])
  await makeWorker().drain()
  expect(sessions).toBe(2)
  expect(await recordOf(runId!)).toMatchObject({ status: 'completed' })
})

test('a drain on Postgres leaves no worker and no claim behind', async () => {
  await using database = await createTestDatabase()
  const postgres = await openStore({ database: database.url })
  await using ownClient = createClient({ store: postgres, clock: systemClock })
  const worker = makeWorker({ store: postgres })
  try {
    await postgres.registerBundle(bundle)
    const done = await start('drain-parent', [], ownClient)
    const asleep = await start('drain-sleeper', [3_000], ownClient)
    const { runs, activities: attempts, nextWakeAt } = await worker.drain()
    expect({ runs, attempts }).toEqual({ runs: 3, attempts: 2 })
    expect(nextWakeAt!.getTime()).toBeGreaterThan((await worker.nextWake()).now.getTime())
    expect(await recordOf(done.runId!, postgres)).toMatchObject({ status: 'completed' })
    expect(await openRun(asleep.runId!, postgres)).toEqual({ status: 'running', owner: undefined })
    expect(await database.query('select * from foliot.workers')).toEqual([])
    expect(await worker.drain()).toMatchObject({ runs: 0 })
  } finally {
    await worker.shutdown()
    await postgres.close()
  }
})
