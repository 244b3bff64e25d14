import { afterEach, beforeEach, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { newUuid } from '../../src/base/new-uuid.js'
import { systemClock } from '../../src/base/system-clock.js'
import { ApplicationFailure } from '../../src/codec/application-failure.js'
import { Run, Workflow, activities, sleep } from '../../src/public/workflow.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { heartbeat, activityInfo } from '../../src/worker/activity-context.js'
import { Worker } from '../../src/worker/worker.js'
import type { WorkerParts } from '../../src/worker/worker-parts.js'
import { InProcessHost, testBundle } from './in-process-host.js'
import { testParts } from './test-parts.js'

interface Acts {
  echo(value: string): Promise<string>
  flaky(): Promise<string>
  doomed(): Promise<string>
  slow(): Promise<string>
}

const act = activities<Acts>({ retry: { initialInterval: '20 milliseconds' } })
const watched = activities<Acts>({ heartbeatTimeout: '1 minute', retry: { initialInterval: '1 millisecond' } })
const brief = activities<Acts>({ startToCloseTimeout: '30 milliseconds', retry: { maximumAttempts: 1 } })

@Workflow('one-step')
class OneStep {
  @Run() run(value: string) {
    return act.echo(value)
  }
}

@Workflow('sleeper')
class Sleeper {
  @Run() async run(ms: number) {
    await sleep(ms)
    return act.echo('woken')
  }
}

@Workflow('parallel')
class Parallel {
  @Run() run(count: number) {
    return Promise.all(Array.from({ length: count }, (_, index) => act.echo(String(index))))
  }
}

@Workflow('flaky')
class Flaky {
  @Run() run() {
    return act.flaky()
  }
}

@Workflow('doomed')
class Doomed {
  @Run() run() {
    return act.doomed()
  }
}

@Workflow('slow')
class Slow {
  @Run() run() {
    return brief.slow()
  }
}

@Workflow('watched')
class Watched {
  @Run() run() {
    return watched.flaky()
  }
}

void [OneStep, Sleeper, Parallel, Flaky, Doomed, Slow, Watched]

const bundle = testBundle('b1', 'one-step', 'sleeper', 'parallel', 'flaky', 'doomed', 'slow', 'watched')
let store: MemoryStore
let workers: Worker[]

const parts = (overrides: Partial<WorkerParts> = {}): WorkerParts =>
  testParts({
    store,
    bundle,
    functions: new Map(Object.entries({ echo: async (value: unknown) => value })),
    ...overrides,
  })

const startWorker = async (overrides: Partial<WorkerParts> = {}): Promise<Worker> => {
  const worker = new Worker(parts(overrides))
  workers.push(worker)
  await worker.start()
  return worker
}

const start = async (workflowType: string, args: unknown[] = [], extra: object = {}): Promise<string> => {
  const runId = newUuid()
  const [outcome] = await store.startRuns([
    {
      runId,
      workflowId: runId,
      workflowType,
      taskQueue: 'default',
      priority: 3,
      args: JSON.stringify(args),
      conflict: 'fail',
      reuse: 'allow',
      ...extra,
    },
  ])
  expect(outcome).toEqual({ type: 'started', runId })
  return runId
}

const finished = async (runId: string) => {
  for (let waited = 0; waited < 400; waited++) {
    const [run] = await store.describeRuns([{ runId }])
    if (run?.closedAt !== undefined) return run
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`Run ${runId} didn’t finish.`)
}

const eventTypes = async (runId: string) => (await store.readHistory({ runId, afterSeq: 0 })).map(({ type }) => type)

beforeEach(() => {
  store = new MemoryStore({ now: () => performance.timeOrigin + performance.now() })
  workers = []
})

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.shutdown()))
})

test('a one-step run is two commits of two events each', async () => {
  await startWorker()
  const run = await finished(await start('one-step', ['hello']))
  expect(run).toMatchObject({ status: 'completed', result: '"hello"' })
  expect(await eventTypes(run.runId)).toEqual(['RunStarted', 'ActivityScheduled', 'ActivityCompleted', 'RunCompleted'])
})

test('a hundred runs with ten activities each all complete', async () => {
  await startWorker()
  const runIds = await Promise.all(Array.from({ length: 100 }, () => start('parallel', [10])))
  for (const runId of runIds) expect(await finished(runId)).toMatchObject({ status: 'completed' })
})

test('a near timer fires at its owner, never before its time', async () => {
  await startWorker()
  const run = await finished(await start('sleeper', [150]))
  const history = await store.readHistory({ runId: run.runId, afterSeq: 0 })
  const started = history.find(({ type }) => type === 'TimerStarted')!
  const fired = history.find(({ type }) => type === 'TimerFired')!
  expect(fired.recordedAt).toBeGreaterThanOrEqual(Date.parse((JSON.parse(started.data) as { fireAt: string }).fireAt))
  expect(run.closedAt! - fired.recordedAt).toBeLessThan(500)
})

test('a run that sleeps for long is let go, and any worker wakes it', async () => {
  const first = await startWorker()
  const runId = await start('sleeper', [6_000])
  const released = async () => (await store.describeRuns([{ runId }]))[0]?.owner === undefined
  while (!(await released()) || (await eventTypes(runId)).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await first.shutdown()
  const sandbox = new InProcessHost()
  await startWorker({ sandbox })
  expect(await eventTypes(runId)).toEqual(['RunStarted', 'TimerStarted'])
  for (;;) {
    const [run] = await store.describeRuns([{ runId }])
    if (run?.closedAt !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(sandbox.replays).toBe(1)
}, 15_000)

test('a failing activity is tried again with back-off until it succeeds', async () => {
  let attempts = 0
  const keys = new Set<string>()
  const flaky = async () => {
    keys.add(activityInfo().idempotencyKey)
    if (++attempts < 3) throw new Error(`attempt ${attempts}`)
    return `ok at ${activityInfo().attempt}`
  }
  await startWorker({ functions: new Map([['flaky', flaky]]) })
  expect(await finished(await start('flaky'))).toMatchObject({ status: 'completed', result: '"ok at 3"' })
  expect(keys.size).toBe(1)
})

test.each(['flaky', 'watched'])('what a heartbeat leaves is there for the next attempt (%s)', async (workflowType) => {
  const seen: unknown[] = []
  const flaky = async () => {
    const { attempt, heartbeatDetails } = activityInfo()
    seen.push(heartbeatDetails)
    heartbeat({ page: attempt })
    if (attempt < 3) throw new Error('busy')
    return 'done'
  }
  await startWorker({ functions: new Map([['flaky', flaky]]) })
  expect(await finished(await start(workflowType))).toMatchObject({ status: 'completed' })
  expect(seen).toEqual([undefined, { page: 1 }, { page: 2 }])
})

test('a failure may say how long the next attempt waits', async () => {
  const times: number[] = []
  const flaky = async () => {
    times.push(performance.now())
    if (times.length === 1) throw new ApplicationFailure('busy', { retryAfter: '150 milliseconds' })
    return 'done'
  }
  await startWorker({ functions: new Map([['flaky', flaky]]) })
  expect(await finished(await start('flaky'))).toMatchObject({ status: 'completed' })
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(149)
})

test('an error that isn’t retryable fails the run with its cause', async () => {
  const doomed = async () => {
    throw new ApplicationFailure('no such card', { nonRetryable: true })
  }
  await startWorker({ functions: new Map([['doomed', doomed]]) })
  const run = await finished(await start('doomed'))
  expect(run.status).toBe('failed')
  expect(run.failure).toContain('no such card')
})

test('an attempt that takes too long is timed out and its signal aborted', async () => {
  let aborted = false
  const slow = () =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, 5_000)
      activityInfo().signal.addEventListener('abort', () => {
        aborted = true
        clearTimeout(timer)
      })
    })
  await startWorker({ functions: new Map([['slow', slow]]) })
  const run = await finished(await start('slow'))
  expect(run.status).toBe('failed')
  expect(await eventTypes(run.runId)).toContain('ActivityTimedOut')
  expect(aborted).toBe(true)
})

test('an activity that the owner doesn’t know is run by a worker that does', async () => {
  await startWorker({ functions: new Map() })
  await startWorker({
    functions: new Map([['echo', async (value: unknown) => `far ${String(value)}`]]),
  })
  expect(await finished(await start('one-step', ['away']))).toMatchObject({ status: 'completed', result: '"far away"' })
})

test('a worker that was paused for longer than its lease starts no activity, but registers anew first', async () => {
  const clock = { ...systemClock, now: () => systemClock.now() + pausedMs }
  let pausedMs = 0
  const attempts: number[] = []
  const flaky = async () => {
    attempts.push(activityInfo().attempt)
    return 'done'
  }
  const open = store.openSession.bind(store)
  let sessions = 0
  store.openSession = async (worker) => {
    sessions++
    const session = await open(worker)
    const commit = session.commit.bind(session)
    // The pause comes between the commit of ActivityScheduled and its answer.
    session.commit = async (entries) => {
      const reply = await commit(entries)
      if (sessions === 1 && entries.some(({ turn }) => turn !== undefined && scheduledActivities(turn).length === 1))
        pausedMs = 60_000
      return reply
    }
    return session
  }
  await startWorker({ clock, functions: new Map([['flaky', flaky]]) })
  expect(await finished(await start('flaky'))).toMatchObject({ status: 'completed' })
  // The first attempt counts as lost with the session.
  expect([sessions, attempts]).toEqual([2, [2]])
})

// TRAPS 58
test('a run that lost its worker five times in a row is set aside and shown, and stops no other', async () => {
  const open = store.openSession.bind(store)
  let suspect = ''
  store.openSession = async (worker) => {
    const session = await open(worker)
    const lost = <T extends { readonly runId: string }>(runs: readonly T[]): readonly T[] =>
      runs.map((run) => (run.runId === suspect ? { ...run, takeovers: 5 } : run))
    const { claimRuns, tick } = session
    session.claimRuns = async (request) => {
      const reply = await claimRuns.call(session, request)
      return { ...reply, runs: lost(reply.runs) }
    }
    session.tick = async (request) => {
      const reply = await tick.call(session, request)
      return { ...reply, runs: lost(reply.runs) }
    }
    return session
  }
  await store.registerBundle(bundle)
  suspect = await start('one-step', ['a'])
  const innocent = await start('one-step', ['b'])
  await startWorker()
  expect(await finished(innocent)).toMatchObject({ status: 'completed' })
  const [run] = await store.describeRuns([{ runId: suspect }])
  expect(run).toMatchObject({ status: 'blocked' })
  expect(run?.blocked).toMatch(/FOLIOT_WORKER_LOST_REPEATEDLY.*5 times in a row.*for 10 s/)
})

test('a delayed start begins at its time, not before', async () => {
  await startWorker()
  const before = performance.timeOrigin + performance.now()
  const run = await finished(await start('one-step', ['late'], { delayMs: 200 }))
  expect(run.startedAt! - Math.floor(before)).toBeGreaterThanOrEqual(200)
})

test('shutting down waits for running activities and hands over the rest', async () => {
  let beat = 0
  const echo = async (value: unknown) => {
    heartbeat(++beat)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return value
  }
  const worker = await startWorker({ functions: new Map([['echo', echo]]) })
  const runId = await start('one-step', ['kept'])
  while (beat === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await worker.shutdown()
  const [run] = await store.describeRuns([{ runId }])
  expect(run?.owner).toBeUndefined()
  await startWorker({ functions: new Map([['echo', echo]]) })
  expect(await finished(runId)).toMatchObject({ status: 'completed', result: '"kept"' })
  expect(beat).toBe(1)
})
