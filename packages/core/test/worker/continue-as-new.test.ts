import { expect, test } from 'vitest'
import {
  activities,
  condition,
  continueAsNew,
  receiveSignal,
  Run,
  Signal,
  sleep,
  Workflow,
} from '../../src/public/workflow.js'
import { WorkflowContinuedError } from '../../src/client/workflow-continued-error.js'
import { WorkflowTimedOutError } from '../../src/client/workflow-timed-out-error.js'
import { collect, errorOf } from '../client/client-on-memory.js'
import { inProcess, until } from './in-process-worker.js'

const { echo } = activities<{ echo(value: unknown): Promise<unknown> }>()

@Workflow('counter')
class Counter {
  @Run() async run(from: number, to: number): Promise<number> {
    await echo(from)
    if (from < to) return continueAsNew<Counter>([from + 1, to])
    return from
  }
}

/** Adds up a number of signals, two to a run. */
@Workflow('adder')
class Adder {
  readonly #values: number[] = []
  @Run() async run(sum: number, left: number): Promise<number> {
    await condition(() => this.#values.length >= Math.min(2, left))
    const total = this.#values.reduce((a, b) => a + b, sum)
    const rest = left - this.#values.length
    return rest <= 0 ? total : continueAsNew<Adder>([total, rest])
  }
  @Signal() add(value: number): void {
    this.#values.push(value)
  }
}

@Workflow('keeper')
class Keeper {
  @Run() async run(round: number): Promise<unknown> {
    await receiveSignal('go')
    if (round === 0) return continueAsNew<Keeper>([1])
    return (await receiveSignal('kept')).args
  }
}

@Workflow('restless')
class Restless {
  @Run() async run(): Promise<never> {
    await sleep(120)
    return continueAsNew()
  }
}

void [Counter, Adder, Keeper, Restless]

const setUp = () => inProcess(['counter', 'adder', 'keeper', 'restless'], { echo: (value) => value })

test('a result follows the chain of runs to its end', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Counter, { workflowId: 'c', args: [1, 10] })
  expect(await run.result()).toBe(10)
  const page = await setup.client.list({ workflowId: 'c' })
  expect(page.runs.map(({ status }) => status)).toEqual([
    'completed',
    ...Array.from({ length: 9 }, () => 'continued-as-new'),
  ])
  expect(page.runs.at(-1)?.runId).toBe(run.runId)
  for (const [index, { nextRunId }] of page.runs.entries()) expect(nextRunId).toBe(page.runs[index - 1]?.runId)
  expect(WorkflowContinuedError.is(await errorOf(run.result({ followRuns: false })))).toBe(true)
  expect((await collect(run.watch())).at(-1)).toMatchObject({ type: 'continued-as-new', newRunId: page.runs[8]?.runId })
  expect(await setup.client.run({ workflowId: 'c' }).result()).toBe(10)
})

test('no signal is lost between two runs of a chain', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const count = 200
  const run = await setup.client.start(Adder, { workflowId: 'a', args: [0, count] })
  let sum = 0
  const send = async (value: number): Promise<void> => {
    sum += value
    for (;;) {
      const error = await errorOf(setup.client.run({ workflowId: 'a' }).signal('add', { args: [value] }))
      // The run was continued between the look-up and the sending.
      if ((error as { code?: string }).code !== 'FOLIOT_RUN_CLOSED') return
    }
  }
  for (let value = 0; value < count; value += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => send(value + index)))
  }
  expect(await run.result({ timeout: '10 seconds' })).toBe(sum)
}, 20_000)

test('signals that a run received and nobody took are in the next run’s inbox', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Keeper, { workflowId: 'k', args: [0] })
  await run.signal('kept', { args: ['across', new Date(0)] })
  await until(async () => (await setup.eventTypes(run.runId)).length === 2)
  await run.signal('go')
  await until(async () => (await run.describe()).nextRunId !== undefined)
  await setup.client.run({ workflowId: 'k' }).signal('go')
  expect(await run.result()).toEqual(['across', new Date(0)])
})

test('the time-out of a run begins anew with each of a chain', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Restless, { workflowId: 'r', runTimeout: 200 })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const { runs } = await setup.client.list({ workflowId: 'r' })
  expect(runs.length).toBeGreaterThanOrEqual(3)
  expect(runs.filter(({ status }) => status === 'timed-out')).toEqual([])
  await setup.client.run({ workflowId: 'r' }).terminate()
  expect(WorkflowTimedOutError.is(await errorOf(run.result()))).toBe(false)
})
