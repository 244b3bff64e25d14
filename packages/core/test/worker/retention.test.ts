import { afterEach, beforeEach, expect, test } from 'vitest'
import { newUuid } from '../../src/base/new-uuid.js'
import { systemClock } from '../../src/base/system-clock.js'
import type { Client } from '../../src/client/client.js'
import { createClient } from '../../src/client/create-client.js'
import { child, receiveSignal, Run, sleep, Workflow } from '../../src/public/workflow.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import type { ArchivedRun } from '../../src/worker/archived-run.js'
import { readRetention, type RetentionRules } from '../../src/worker/retention-options.js'
import { Worker } from '../../src/worker/worker.js'
import type { WorkerParts } from '../../src/worker/worker-parts.js'
import { ManualClock, waitingInRealTime } from '../support/manual-clock.js'
import { testBundle } from './in-process-host.js'
import { until } from './in-process-worker.js'
import { testParts } from './test-parts.js'

@Workflow('kept-note')
class Note {
  @Run() async run(text: string): Promise<string> {
    return text
  }
}

@Workflow('kept-waits')
class Waits {
  @Run() async run(): Promise<string> {
    return (await receiveSignal<string>('go')).payload
  }
}

@Workflow('kept-sleeps')
class Sleeps {
  @Run() async run(): Promise<string> {
    await sleep('10 days', { id: 'long' })
    return 'woken'
  }
}

@Workflow('kept-parent')
class Parent {
  @Run() async run(): Promise<string> {
    const made = child(Waits, { workflowId: 'child', parentClosePolicy: 'abandon' })
    await receiveSignal('end')
    return made.runId
  }
}

void [Note, Sleeps, Parent]

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const bundle = testBundle('b1', 'kept-note', 'kept-waits', 'kept-sleeps', 'kept-parent')
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let store: MemoryStore
let client: Client
/** The keeper's, and the database's. */
let clock: ManualClock
let workers: Worker[]

const startWorker = async (overrides: Partial<WorkerParts> = {}): Promise<Worker> => {
  const worker = new Worker(
    testParts({
      store,
      bundle,
      clock: waitingInRealTime(clock),
      limits: { perClaim: 500, active: 500, owned: 1_000 },
      leaseMs: 1e12,
      ...overrides,
    }),
  )
  workers.push(worker)
  await worker.start()
  return worker
}

/** A worker that does nothing but this, in the clock's time. */
const startKeeper = (retention: RetentionRules, overrides: Partial<WorkerParts> = {}): Promise<Worker> =>
  startWorker({ clock, retention, taskQueues: ['elsewhere'], ...overrides })

const note = async (count: number): Promise<string[]> => {
  const started = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.start('kept-note', { workflowId: `note-${index}-${newUuid()}`, args: [`text ${index}`] }),
    ),
  )
  await Promise.all(started.map((run) => run.result()))
  return started.map(({ runId }) => runId)
}

const left = async (): Promise<string[]> => (await store.listRuns({ limit: 1_000 })).runs.map(({ runId }) => runId)

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A round of the keeper at the time that is then. */
const pass = async (ms: number): Promise<void> => {
  clock.advance(ms)
  await settled()
  clock.advance(minuteMs)
  await settled()
}

beforeEach(async () => {
  clock = new ManualClock()
  workers = []
  const startedAt = Date.parse('2026-01-01T00:00:00Z')
  store = new MemoryStore({ now: () => startedAt + clock.now() })
  client = createClient({ store, clock: systemClock })
  await startWorker()
})

afterEach(async () => {
  await client.close()
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('closed runs go after their time and not before, however many, and open ones stay', async () => {
  await startKeeper({ afterMs: 7 * dayMs })
  await note(350)
  const open = await client.start('kept-waits', { workflowId: 'open' })
  await pass(7 * dayMs - 2 * minuteMs)
  expect(await left()).toHaveLength(351)
  await pass(2 * minuteMs)
  expect(await left()).toEqual([open.runId])
})

test('without the option nothing goes, and the store is asked for nothing', async () => {
  const asked: string[] = []
  const watched = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        asked.push(String(name))
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
  await startWorker({ clock, store: watched, taskQueues: ['elsewhere'] })
  const runIds = await note(1)
  await pass(1_000 * dayMs)
  expect(await left()).toEqual(runIds)
  expect(new Set(asked)).toEqual(new Set(['registerBundle', 'openSession', 'onHint']))
})

test('the archive has a whole run, as plain JSON, before it goes', async () => {
  const archived: ArchivedRun[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await startKeeper({
    afterMs: dayMs,
    archive: async (run) => {
      archived.push(run)
      await released
    },
  })
  const [runId] = await note(1)
  await pass(2 * dayMs)
  expect(await left()).toEqual([runId])
  release()
  await settled()
  expect(await left()).toEqual([])
  const [run] = archived
  expect(JSON.parse(JSON.stringify(run))).toEqual(run)
  expect(run).toMatchObject({
    runId,
    workflowType: 'kept-note',
    status: 'completed',
    args: ['text 0'],
    result: 'text 0',
    closedAt: '2026-01-01T00:00:00.000Z',
    history: [
      { seq: 1, type: 'RunStarted', recordedAt: '2026-01-01T00:00:00.000Z', data: { args: ['text 0'] } },
      { seq: 2, type: 'RunCompleted', data: { result: 'text 0' } },
    ],
  })
})

test('a run that can’t be archived stays and is tried again, and the others of its batch go', async () => {
  const warnings: unknown[] = []
  const calls: string[] = []
  let broken = true
  const [first = '', second = '', third = ''] = (await note(3)).sort()
  await startKeeper(
    {
      afterMs: dayMs,
      archive: async ({ runId }) => {
        calls.push(runId)
        if (runId === second && broken) throw new Error('no space left')
      },
    },
    { logger: { ...quiet, warn: (message, fields) => void warnings.push([message, fields]) } },
  )
  await pass(2 * dayMs)
  expect(await left()).toEqual([second])
  expect(warnings[0]).toEqual([
    'Closed runs could not be archived. They stay, and are tried again.',
    { runs: 1, runId: second, error: 'no space left' },
  ])
  broken = false
  await pass(minuteMs)
  expect(await left()).toEqual([])
  expect(calls.filter((runId) => runId === first || runId === third)).toHaveLength(2)
})

test('an archive that is broken is called for one batch a minute, not for all runs', async () => {
  let calls = 0
  const archive = async (): Promise<void> => {
    calls += 1
    throw new Error('unreachable')
  }
  await startKeeper({ afterMs: dayMs, archive })
  await note(250)
  clock.advance(dayMs + minuteMs)
  await settled()
  expect(calls).toBe(100)
  expect(await left()).toHaveLength(250)
})

test('a parent stays while its child is open, and both go when that has ended', async () => {
  await startKeeper({ afterMs: dayMs })
  const parent = await client.start('kept-parent', { workflowId: 'parent' })
  const inside = client.run({ workflowId: 'child' })
  await until(async () => (await inside.describe().catch(() => undefined))?.status === 'running')
  await parent.signal('end')
  const childRunId = await parent.result()
  await pass(3 * dayMs)
  expect((await left()).sort()).toEqual([parent.runId, childRunId].sort())
  await inside.signal('go', { args: ['bye'] })
  expect(await inside.result()).toBe('bye')
  await pass(minuteMs)
  expect(await left()).toEqual([childRunId])
  await pass(2 * dayMs)
  expect(await left()).toEqual([])
})

test('timers of runs that are open go on when those beside them go', async () => {
  const sleeper = await client.start('kept-sleeps', { workflowId: 'sleeper' })
  await note(5)
  await startKeeper({ afterMs: dayMs })
  await until(async () => (await sleeper.history()).length > 1)
  await pass(5 * dayMs)
  expect(await left()).toEqual([sleeper.runId])
  clock.advance(6 * dayMs)
  workers[0]?.poke()
  expect(await sleeper.result()).toBe('woken')
})

test('of several workers one does it, and another goes on when that is gone', async () => {
  const calls: string[] = []
  const archive = async ({ runId }: ArchivedRun): Promise<void> => void calls.push(runId)
  const first = await startKeeper({ afterMs: dayMs, archive })
  await startKeeper({ afterMs: dayMs, archive })
  const runIds = await note(30)
  await pass(2 * dayMs)
  expect([...calls].sort()).toEqual([...runIds].sort())
  await first.stop()
  await note(1)
  await pass(2 * dayMs)
  expect(calls).toHaveLength(31)
})

test('a shutdown waits for the archives under way, and what they took goes', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let calls = 0
  const archive = async (): Promise<void> => {
    calls += 1
    await released
  }
  const keeper = await startKeeper({ afterMs: dayMs, archive })
  await note(25)
  clock.advance(dayMs + minuteMs)
  await settled()
  expect(calls).toBe(10)
  let isDown = false
  const down = keeper.shutdown().then(() => (isDown = true))
  await settled()
  expect(isDown).toBe(false)
  release()
  await until(() => {
    clock.advance(5)
    return isDown
  })
  await down
  expect(calls).toBe(10)
  expect(await left()).toHaveLength(15)
})

test.each([
  [{}, 'retention.after: Expected a duration'],
  [{ after: '4 minutes' }, 'retention.after: Expected a duration of at least 300000 ms, got "4 minutes"'],
  [{ after: '1 day', archive: 'here' }, 'retention.archive: Expected a function, got "here"'],
  [{ after: '1 day', archiv: async () => {} }, 'retention.archiv: Expected no such option of retention'],
  ['1 day', 'retention: Expected an object, got "1 day"'],
])('refuses %j, and says what to do', (options, message) => {
  expect(() => readRetention(options as never)).toThrow(message)
})

test('takes a duration and a function', () => {
  const archive = async (): Promise<void> => {}
  expect(readRetention({ after: '30 days' })).toEqual({ afterMs: 30 * dayMs })
  expect(readRetention({ after: { days: 1 }, archive })).toEqual({ afterMs: dayMs, archive })
})
