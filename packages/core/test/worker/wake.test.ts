import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newUuid } from '../../src/base/new-uuid.js'
import { systemClock } from '../../src/base/system-clock.js'
import { Client } from '../../src/client/client.js'
import { wakingStore } from '../../src/client/waking-store.js'
import { Query, Run, Signal, Workflow, condition, sleep } from '../../src/public/workflow.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { inProcessTransport, type InProcessTransport } from '../../src/wake/in-process-transport.js'
import type { WakeMessage } from '../../src/wake/wake-message.js'
import type { WakeTransport } from '../../src/wake/wake-transport.js'
import { Wake, type WakeOutcome } from '../../src/worker/wake.js'
import { Worker } from '../../src/worker/worker.js'
import { ManualClock, waitingInRealTime } from '../support/manual-clock.js'
import { until } from './in-process-worker.js'
import { testBundle } from './in-process-host.js'
import { testParts } from './test-parts.js'

@Workflow('wake-sleeper')
class Sleeper {
  @Run() async run(ms: number) {
    await sleep(ms)
    return 'woken'
  }
}

@Workflow('wake-waiter')
class Waiter {
  #told = ''
  @Signal() tell(word: string) {
    this.#told = word
  }
  @Query() told() {
    return this.#told
  }
  @Run() async run() {
    await condition(() => this.#told !== '')
    return this.#told
  }
}

void [Sleeper, Waiter]
const bundle = testBundle('wake', 'wake-sleeper', 'wake-waiter')
const hourMs = 3_600_000
const epoch = Date.parse('2026-03-01T09:00:00Z')

let clock: ManualClock
let store: MemoryStore
let worker: Worker
let wake: Wake
let client: Client
let transport: InProcessTransport & WakeTransport
let sent: { readonly message: WakeMessage; readonly delayMs: number }[]
let outcomes: WakeOutcome[]
let handling: number
let sessions: number

/** A worker that isn't always on, told by messages of at most 900 s. */
const open = async (waking: boolean): Promise<void> => {
  clock = new ManualClock()
  store = new MemoryStore({ now: () => epoch + clock.now() })
  await store.registerBundle(bundle)
  sessions = handling = 0
  const openSession = store.openSession.bind(store)
  store.openSession = (registration) => {
    sessions++
    return openSession(registration)
  }
  worker = makeWorker()
  sent = []
  outcomes = []
  const inner = inProcessTransport({
    clock,
    maxDelayMs: 900_000,
    onMessage: async (message) => {
      handling++
      try {
        outcomes.push(await wake.receive(JSON.stringify(message)))
      } finally {
        handling--
      }
    },
  })
  transport = Object.assign(inner, { granularityMs: 1_000 })
  const { send } = inner
  transport.send = async (message, delayMs) => {
    sent.push({ message, delayMs })
    await send(message, delayMs)
  }
  wake = Wake.create({ worker, transport })
  client = new Client({ store: waking ? wakingStore(store, transport) : store, clock: systemClock, ownsStore: false })
}

const makeWorker = (taskQueue = 'default'): Worker =>
  new Worker(
    testParts({
      store,
      clock: waitingInRealTime(clock),
      bundle,
      taskQueues: [taskQueue],
      shutdownGraceMs: 100,
    }),
  )

/** Has time pass by seconds, each message handled before it goes on. */
const pass = async (ms: number): Promise<void> => {
  const end = clock.now() + ms
  await quiet()
  while (clock.now() < end) {
    clock.advance(Math.min(1_000, end - clock.now()))
    if (handling > 0) await quiet()
  }
}

const quiet = async (): Promise<void> => {
  clock.advance(0)
  await until(() => handling === 0)
  await new Promise((resolve) => setImmediate(resolve))
}

const sleeper = (ms: number, extra: object = {}) =>
  client.start('wake-sleeper', { workflowId: newUuid(), args: [ms], ...extra })

const recordOf = async (runId: string | undefined) => (await store.describeRuns([{ runId: runId! }]))[0]

/** Everything that the tables say of a run, but for the time. */
const rowsOf = async (runId: string) => ({
  ...(await store.inspectRun(runId)),
  now: undefined,
  record: await recordOf(runId),
  history: await store.readHistory({ runId, afterSeq: 0 }),
})

beforeEach(() => open(true))

afterEach(async () => {
  vi.restoreAllMocks()
  transport.close()
  await client.close()
  await worker.shutdown()
})

test('a sleep of two hours takes eight hops of 900 s, each a fresh message, and claims the run twice', async () => {
  const { runId } = await sleeper(2 * hourMs)
  await quiet()
  expect([sessions, (await recordOf(runId))?.status]).toEqual([1, 'running'])
  const asleep = await rowsOf(runId!)
  await pass(2 * hourMs - 1_000)
  expect(outcomes.slice(1).map(({ type }) => type)).toEqual(Array.from({ length: 7 }, () => 'early'))
  // Early arrivals open no session, claim nothing and count as no attempt.
  expect(sessions).toBe(1)
  expect(await rowsOf(runId!)).toEqual(asleep)
  await pass(2_000)
  expect(await recordOf(runId)).toMatchObject({ status: 'completed', result: '"woken"' })
  expect(sessions).toBe(2)
  const hops = sent.slice(1)
  expect(hops.map(({ delayMs }) => delayMs)).toEqual(Array.from({ length: 8 }, () => 900_000))
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(9)
  expect(hops.map(({ message }) => message.dueAt)).toEqual(Array.from({ length: 8 }, () => '2026-03-01T11:00:00.000Z'))
  expect(transport.pending).toBe(0)
})

test('a delay is rounded up to what the transport measures in', async () => {
  await sleeper(1_500.2 as number)
  await quiet()
  expect(sent.map(({ delayMs }) => delayMs)).toEqual([0, 2_000])
})

test('many calls leave one message on its way', async () => {
  const runs = await Promise.all(Array.from({ length: 20 }, () => sleeper(hourMs)))
  await quiet()
  expect(transport.pending).toBe(1)
  await pass(2 * 900_000)
  expect(transport.pending).toBe(1)
  await pass(2 * 900_000)
  for (const { runId } of runs) expect(await recordOf(runId)).toMatchObject({ status: 'completed' })
  expect(transport.pending).toBe(0)
})

test('something that is due sooner gets a message of its own, and the later one ends or goes on by the rows', async () => {
  await sleeper(hourMs)
  await quiet()
  const { runId } = await sleeper(60_000)
  await pass(60_000)
  expect(await recordOf(runId)).toMatchObject({ status: 'completed' })
  await pass(hourMs)
  expect((await store.listRuns({ limit: 10 })).runs.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(transport.pending).toBe(0)
})

test('a repeated message does nothing twice, and leaves no second chain', async () => {
  const { runId } = await sleeper(hourMs)
  await quiet()
  const message = sent[1]!.message
  await pass(450_000)
  for (let time = 0; time < 3; time++) await wake.receive(message)
  await pass(hourMs)
  expect(await recordOf(runId)).toMatchObject({ status: 'completed' })
  expect(transport.pending).toBe(0)
  expect(sent.length).toBeLessThan(10)
})

test('a lost message loses nothing: whoever arms or receives next goes by the rows', async () => {
  await open(false)
  const { runId } = await sleeper(60_000)
  expect(sent).toEqual([])
  expect((await wake.arm())!.getTime()).toBe(epoch)
  await quiet()
  transport.close()
  clock.advance(hourMs)
  const receiver = Wake.create({ worker, transport: { maxDelayMs: 900_000, send: async () => {} } })
  const outcome = await receiver.receive(sent.at(-1)!.message)
  expect(outcome).toEqual({ type: 'drained', runs: 1, activities: 0, nextWakeAt: null })
  expect(await recordOf(runId)).toMatchObject({ status: 'completed' })
})

test('a client’s signal wakes, its query is answered, and both find a run that no worker holds', async () => {
  const run = await client.start(Waiter, { workflowId: newUuid() })
  await quiet()
  expect(transport.pending).toBe(0)
  const answer = run.query('told')
  await until(() => transport.pending > 0)
  await quiet()
  expect(await answer).toBe('')
  await run.signal('tell', { args: ['hello'] })
  await quiet()
  expect(await recordOf(run.runId)).toMatchObject({ result: '"hello"' })
  expect(sent.every(({ message }) => message.taskQueue === 'default' && message.runId === run.runId)).toBe(true)
})

test('what an operator asks of a run wakes a worker', async () => {
  const run = await client.start('wake-waiter', { workflowId: newUuid() })
  await quiet()
  await run.pause()
  await quiet()
  expect(await recordOf(run.runId)).toMatchObject({ status: 'paused' })
  await run.terminate()
  await quiet()
  expect(await recordOf(run.runId)).toMatchObject({ status: 'terminated' })
})

test('a delayed start is looked at when it is due', async () => {
  const { runId } = await sleeper(0, { delay: '10 minutes' })
  await quiet()
  expect(sent.map(({ delayMs }) => delayMs)).toEqual([600_000])
  await pass(601_000)
  expect(await recordOf(runId)).toMatchObject({ status: 'completed' })
  expect(sessions).toBe(1)
})

test('a message that can’t be sent fails no call of a client, but warns', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  transport.send = async () => Promise.reject(new Error('no network'))
  const { runId } = await sleeper(0)
  expect(await recordOf(runId)).toMatchObject({ status: 'pending' })
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/no wake message .*"default".*no network/), {
    type: 'FoliotWarning',
    code: 'FOLIOT_WAKE_NOT_SENT',
  })
  await expect(wake.arm()).rejects.toThrow('no network')
})

test('what this worker can’t do is looked at again after half a minute, not at once', async () => {
  await sleeper(hourMs)
  store.openSession = async () => {
    throw new Error('not reached')
  }
  vi.spyOn(worker, 'drain').mockResolvedValue({ runs: 0, activities: 0, nextWakeAt: new Date(epoch) })
  await quiet()
  expect(sent.map(({ delayMs }) => delayMs)).toEqual([0, 30_000])
})

test('a message for another worker’s task queue is refused', async () => {
  const message = { id: newUuid(), taskQueue: 'other', dueAt: '2026-03-01T09:00:00Z' }
  await expect(wake.receive(message)).rejects.toThrow(
    'message.taskQueue: Expected a task queue of this worker (default), got "other".',
  )
})

test('a question that nobody here can answer keeps no drain', async () => {
  await open(false)
  const other = makeWorker('other')
  const run = await client.start(Waiter, { workflowId: newUuid() })
  const answer = run.query('told', { timeout: '2 seconds' }).catch((error: unknown) => error)
  const before = performance.now()
  await other.drain()
  expect(performance.now() - before).toBeLessThan(1_500)
  await worker.drain()
  expect(await answer).toBe('')
  await other.shutdown()
})
