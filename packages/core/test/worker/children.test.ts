import { expect, test } from 'vitest'
import {
  activities,
  CancelledFailure,
  child,
  ChildFailure,
  continueAsNew,
  race,
  receiveSignal,
  Run,
  signalWorkflow,
  sleep,
  Workflow,
} from '../../src/public/workflow.js'
import type { ParentClosePolicy } from '../../src/public/workflow.js'
import { WorkflowCancelledError } from '../../src/client/workflow-cancelled-error.js'
import { collect, errorOf } from '../client/client-on-memory.js'
import { inProcess, until } from './in-process-worker.js'

const { echo } = activities<{ echo(value: unknown): Promise<unknown> }>()

@Workflow('double')
class Double {
  @Run() async run(value: number): Promise<number> {
    return ((await echo(value)) as number) * 2
  }
}

@Workflow('waits')
class Waits {
  @Run() async run(): Promise<string> {
    return `${(await receiveSignal<string>('go')).payload} heard`
  }
}

@Workflow('fails')
class Fails {
  @Run() async run(how: string): Promise<void> {
    if (how === 'throws') throw new RangeError('no good')
    await sleep('1 day')
  }
}

@Workflow('chained')
class Chained {
  @Run() async run(left: number): Promise<string> {
    if (left === 0) return (await receiveSignal<string>('go')).payload
    return continueAsNew<Chained>([left - 1])
  }
}

@Workflow('sums')
class Sums {
  @Run() async run(values: readonly number[]): Promise<number> {
    const parts = await Promise.all(
      values.map((value, index) => child(Double, { workflowId: `double-${index}`, args: [value] }).result()),
    )
    return parts.reduce((a, b) => a + b, 0)
  }
}

const describeFailure = (error: unknown): string =>
  ChildFailure.is(error) ? `${error.outcome}: ${(error.cause as Error).message}` : String(error)

@Workflow('parent')
class Parent {
  @Run() async run(type: string, workflowId: string, args: readonly unknown[], ask?: string): Promise<string> {
    const made = child<unknown>(type, { workflowId, args })
    if (ask === 'signal') made.signal('go', 'hello')
    if (ask === 'cancel') {
      await sleep(20)
      made.cancel('enough')
    }
    if (ask === 'later') {
      await receiveSignal('now')
      made.signal('go', 'hello')
    }
    return made.result().then(String, describeFailure)
  }
}

@Workflow('leaves')
class Leaves {
  @Run() async run(policy: ParentClosePolicy): Promise<void> {
    child(Waits, { workflowId: 'left', parentClosePolicy: policy })
    await echo(1)
  }
}

@Workflow('stops')
class Stops {
  @Run() async run(): Promise<string> {
    const first = await race({ child: child(Waits, { workflowId: 'slow' }).result(), late: sleep(30) })
    await sleep(50)
    return first.winner
  }
}

@Workflow('cancelled-parent')
class CancelledParent {
  @Run() async run(): Promise<void> {
    try {
      await child(Waits, { workflowId: 'inner' }).result()
    } catch (error) {
      if (CancelledFailure.is(error)) throw error
      throw new Error('not by cancellation', { cause: error })
    }
  }
}

@Workflow('caller')
class Caller {
  @Run() async run(workflowId: string): Promise<void> {
    signalWorkflow(workflowId, 'go', 'from afar')
    await sleep(0)
  }
}

void [Double, Waits, Fails, Chained, Sums, Parent, Leaves, Stops, CancelledParent, Caller]

const types = [
  ...['double', 'waits', 'fails', 'chained', 'sums', 'parent', 'leaves', 'stops', 'cancelled-parent', 'caller'],
]
const setUp = () => inProcess(types, { echo: (value) => value })

test('children run beside each other, and their results come back', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Sums, { workflowId: 's', args: [[1, 2, 3, 4]] })
  expect(await run.result()).toBe(20)
  const seen = (await collect(run.watch())).map(({ type }) => type)
  expect(seen.filter((type) => type === 'child:completed')).toHaveLength(4)
  expect(await setup.client.run({ workflowId: 'double-2' }).result()).toBe(6)
})

// TRAPS 64
test.each([
  ['fails', ['throws'], 'failed: no good'],
  ['no-such', [], 'not-started: No bundle in this database has the workflow "no-such".'],
] as const)('a parent hears of every end of a child (%s)', async (type, args, heard) => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Parent, { workflowId: 'p', args: [type, 'c', args] })
  expect(await run.result()).toBe(heard)
})

// TRAPS 64
test('a parent hears that its child was terminated, cancelled, or timed out', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const parent = (id: string, ask?: string) =>
    setup.client.start(Parent, {
      workflowId: `p-${id}`,
      args: ['fails', id, [], ...(ask === undefined ? [] : [ask])] as never,
    })
  const runs = [await parent('t'), await parent('c', 'cancel'), await parent('d')]
  await until(async () => (await setup.client.list({ workflowType: 'fails' })).runs.length === 3)
  await setup.client.run({ workflowId: 't' }).terminate({ reason: 'by hand' })
  await setup.client.run({ workflowId: 'd' }).cancel()
  expect(await Promise.all(runs.map((run) => run.result()))).toEqual([
    'terminated: The run was terminated: by hand',
    'cancelled: The run was cancelled: enough',
    'cancelled: The run was cancelled.',
  ])
})

test('a workflow id that is taken is told to the parent, and the run that has it is untouched', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const open = await setup.client.start(Waits, { workflowId: 'c' })
  const run = await setup.client.start(Parent, { workflowId: 'p', args: ['waits', 'c', []] })
  expect(await run.result()).toContain('not-started: A run of the workflow id "c" is open already')
  await open.signal('go', { args: ['still'] })
  expect(await open.result()).toBe('still heard')
})

test('a child is signalled, also before it has begun', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Parent, { workflowId: 'p', args: ['waits', 'c', [], 'signal'] })
  expect(await run.result()).toBe('hello heard')
})

test('a signal and a result find their way along a chain of runs', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Parent, { workflowId: 'p', args: ['chained', 'c', [5], 'later'] })
  await until(async () => (await setup.client.list({ workflowId: 'c' })).runs.length === 6)
  await run.signal('now')
  expect(await run.result()).toBe('hello')
})

test.each([
  ['request-cancel', 'cancelled'],
  ['terminate', 'terminated'],
  ['abandon', 'running'],
] as const)('a child that is open when its parent ends: %s', async (policy, status) => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Leaves, { workflowId: 'l', args: [policy] })
  await run.result()
  const left = setup.client.run({ workflowId: 'left' })
  await until(
    async () => (await errorOf(left.describe())) instanceof Error && (await left.describe()).status === status,
  )
  if (policy !== 'abandon') return
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await left.describe()).status).toBe('running')
  await left.signal('go', { args: ['alone'] })
  expect(await left.result()).toBe('alone heard')
})

test('a child that loses a race is asked to cancel', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Stops, { workflowId: 's' })
  expect(await run.result()).toBe('late')
  const slow = setup.client.run({ workflowId: 'slow' })
  expect(WorkflowCancelledError.is(await errorOf(slow.result()))).toBe(true)
})

test('cancelling a parent cancels its child', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(CancelledParent, { workflowId: 'p' })
  await until(async () => (await setup.client.list({ workflowId: 'inner' })).runs.length === 1)
  await run.cancel({ reason: 'over' })
  expect(WorkflowCancelledError.is(await errorOf(run.result()))).toBe(true)
  expect(WorkflowCancelledError.is(await errorOf(setup.client.run({ workflowId: 'inner' }).result()))).toBe(true)
})

test('a run signals any other by its workflow id, and nobody minds if there is none', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const waits = await setup.client.start(Waits, { workflowId: 'w' })
  await (await setup.client.start(Caller, { workflowId: 'nobody', args: ['no-such-run'] })).result()
  await (await setup.client.start(Caller, { workflowId: 'c', args: ['w'] })).result()
  expect(await waits.result()).toBe('from afar heard')
  await until(async () => (await setup.store.readOutgoing(10)).length === 0)
})

test('what a dead worker left in the outbox is carried out by another', async () => {
  await using setup = await setUp()
  const broken = new Proxy(setup.store, {
    get: (store, key) => {
      if (key === 'startRuns') return () => Promise.reject(new Error('cut off'))
      const value: unknown = Reflect.get(store, key)
      return typeof value === 'function' ? value.bind(store) : value
    },
  })
  const first = await setup.startWorker({ store: broken })
  const run = await setup.client.start(Sums, { workflowId: 's', args: [[5]] })
  await until(async () => (await setup.eventTypes(run.runId)).length === 2)
  await first.stop()
  await setup.startWorker()
  expect(await run.result({ timeout: '15 seconds' })).toBe(10)
}, 20_000)
