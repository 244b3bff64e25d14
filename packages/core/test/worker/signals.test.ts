import { expect, test } from 'vitest'
import { Run, Signal, Workflow, activities, condition, receiveSignal, sleep } from '../../src/public/workflow.js'
import { RunClosedError } from '../../src/client/run-closed-error.js'
import { RunNotFoundError } from '../../src/client/run-not-found-error.js'
import { WorkflowAlreadyOpenError } from '../../src/client/workflow-already-open-error.js'
import { WorkflowTerminatedError } from '../../src/client/workflow-terminated-error.js'
import { errorOf, noRun } from '../client/client-on-memory.js'
import { inProcess, until } from './in-process-worker.js'

const { echo } = activities<{ echo(value: unknown): Promise<unknown> }>()

@Workflow('basket')
class Basket {
  readonly #items: string[] = []
  @Run() async run(count = 2): Promise<readonly string[]> {
    await condition(() => this.#items.length >= count)
    return this.#items
  }
  @Signal() add(item: string): void {
    this.#items.push(item)
  }
}

@Workflow('other')
class Other {
  @Run() run() {
    return sleep('1 hour')
  }
}

/** Waits for a signal at the end of each step: the moments when its owner lets it go. */
@Workflow('boundary')
class Boundary {
  @Run() async run(rounds: number): Promise<number> {
    let sum = 0
    for (let round = 0; round < rounds; round += 1) {
      await echo(round)
      sum += (await receiveSignal<number>('go')).payload
    }
    return sum
  }
}

void [Basket, Other, Boundary]

const setUp = () => inProcess(['basket', 'other', 'boundary'], { echo: (value) => value })

test('signals reach a run that nobody owns, in the order in which they were sent', async () => {
  await using setup = await setUp()
  const { client } = setup
  const run = await client.start('basket', { workflowId: 'b', args: [3] })
  await setup.startWorker()
  await until(async () => (await run.describe()).status === 'running' && (await run.describe()).owner === undefined)
  for (const item of ['a', 'b', 'c']) await run.signal('add', { args: [item] })
  expect(await run.result()).toEqual(['a', 'b', 'c'])
})

test('of signals with one idempotency key, one reaches the run', async () => {
  await using setup = await setUp()
  const { client } = setup
  const run = await client.start('basket', { workflowId: 'b' })
  await run.signal('add', { args: ['a'], idempotencyKey: 'k' })
  await setup.startWorker()
  await until(async () => (await setup.eventTypes(run.runId)).includes('SignalReceived'))
  await run.signal('add', { args: ['again'], idempotencyKey: 'k' })
  await run.signal('add', { args: ['b'], idempotencyKey: '1/1' })
  expect(await run.result()).toEqual(['a', 'b'])
})

test('a signal before a delayed start neither starts the run nor is lost', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const { client } = setup
  const run = await client.start('basket', { workflowId: 'b', args: [1], delay: '400 milliseconds' })
  await run.signal('add', { args: ['early'] })
  expect(await run.result()).toEqual(['early'])
  const [started] = await run.history()
  const { createdAt } = await run.describe()
  expect(started!.recordedAt.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(400)
})

test('a run that is terminated before its start runs no code', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start('basket', { workflowId: 'b', delay: '1 day' })
  await run.terminate({ reason: 'not needed' })
  const error = await errorOf(run.result())
  expect(WorkflowTerminatedError.is(error)).toBe(true)
  expect((error as Error).message).toContain('not needed')
  expect(await setup.eventTypes(run.runId)).toEqual(['RunTerminated'])
})

test('a closed run takes no signal, and says how it ended', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start('basket', { workflowId: 'b', args: [0] })
  await run.result()
  const error = await errorOf(run.signal('add', { args: ['late'] }))
  expect(RunClosedError.is(error)).toBe(true)
  expect((error as Error).message).toMatch(/is completed/)
  expect(RunNotFoundError.is(await errorOf(setup.client.run(noRun).signal('add')))).toBe(true)
  await run.terminate()
})

test('a signal with a start finds the open run, or starts one that finds it', async () => {
  await using setup = await setUp()
  const { client } = setup
  const add = (item: string, idempotencyKey?: string) =>
    client.signalWithStart(Basket, {
      workflowId: 'b',
      args: [3],
      signal: { name: 'add', args: [item], idempotencyKey },
    })
  const first = await add('a', 'k')
  expect((await add('a', 'k')).runId).toBe(first.runId)
  await setup.startWorker()
  const handles = await Promise.all([add('b'), add('c')])
  expect(handles.map(({ runId }) => runId)).toEqual([first.runId, first.runId])
  expect([...(await first.result())].sort()).toEqual(['a', 'b', 'c'])
  expect((await add('d')).runId).not.toBe(first.runId)
})

test('many signals with starts at once make one run, and all reach it', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const runs = await Promise.all(
    Array.from({ length: 50 }, (_, item) =>
      setup.client.signalWithStart(Basket, { workflowId: 'b', args: [50], signal: { name: 'add', args: [`${item}`] } }),
    ),
  )
  expect(new Set(runs.map(({ runId }) => runId)).size).toBe(1)
  expect(new Set(await runs[0]!.result()).size).toBe(50)
})

test('a signal with a start refuses an open run of another workflow', async () => {
  await using setup = await setUp()
  await setup.client.start('other', { workflowId: 'b' })
  const error = await errorOf(setup.client.signalWithStart(Basket, { workflowId: 'b', signal: { name: 'add' } }))
  expect(WorkflowAlreadyOpenError.is(error)).toBe(true)
})

// TRAPS 24
test('40 runs that are signalled at the moment of their suspension all go on', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const rounds = 25
  const runs = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      setup.client.start<number>('boundary', { workflowId: `b-${index}`, args: [rounds] }),
    ),
  )
  const unsubscribe = setup.store.onHint((hint) => {
    if (hint.type !== 'progress' || hint.closed) return
    for (const runId of hint.runIds) {
      void (async () => {
        const types = await setup.eventTypes(runId)
        const sent = types.filter((type) => type === 'SignalReceived').length
        const asked = types.filter((type) => type === 'ActivityCompleted').length
        if (asked > sent)
          await setup.client
            .run(runId)
            .signal('go', { args: [1], idempotencyKey: `${asked}` })
            .catch(() => undefined)
      })()
    }
  })
  expect(await Promise.all(runs.map((run) => run.result({ timeout: '20 seconds' })))).toEqual(runs.map(() => rounds))
  unsubscribe()
}, 30_000)
