import { expect, test } from 'vitest'
import {
  activities,
  cancellable,
  CancelledFailure,
  nonCancellable,
  race,
  receiveSignal,
  Run,
  sleep,
  Workflow,
} from '../../src/public/workflow.js'
import { activityInfo } from '../../src/worker/activity-context.js'
import { WorkflowCancelledError } from '../../src/client/workflow-cancelled-error.js'
import { collect, errorOf } from '../client/client-on-memory.js'
import { inProcess, until } from './in-process-worker.js'

interface Acts {
  long(): Promise<string>
  flaky(): Promise<string>
  undo(): Promise<string>
  echo(value: unknown): Promise<unknown>
}

const act = activities<Acts>({ retry: { initialInterval: '20 milliseconds' } })
const elsewhere = activities<Acts>({ heartbeatTimeout: '100 milliseconds' })

@Workflow('long')
class Long {
  @Run() async run(): Promise<string> {
    try {
      return await act.long()
    } catch (error) {
      if (CancelledFailure.is(error)) await nonCancellable(() => act.undo())
      throw error
    }
  }
}

@Workflow('raced')
class Raced {
  @Run() async run(name: 'long' | 'flaky', heartbeats: boolean): Promise<unknown> {
    const { winner } = await race({ work: () => (heartbeats ? elsewhere : act)[name](), stop: receiveSignal('stop') })
    await sleep(200)
    return winner
  }
}

@Workflow('idle')
class Idle {
  @Run() async run(): Promise<void> {
    await cancellable(() => sleep('1 day'))
  }
}

void [Long, Raced, Idle]

const types = ['long', 'raced', 'idle']

/** An activity that lasts until it is aborted. */
const untilAborted = (seen: unknown[]) => async () => {
  const { signal } = activityInfo()
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  seen.push(signal.reason)
  throw signal.reason
}

test('a cancelled run tells its activity, cleans up, and ends as cancelled', async () => {
  const seen: unknown[] = []
  await using setup = await inProcess(types, { long: untilAborted(seen), undo: () => 'undone' })
  await setup.startWorker()
  const run = await setup.client.start(Long, { workflowId: 'l' })
  await until(async () => (await setup.eventTypes(run.runId)).length === 2)
  await run.cancel({ reason: 'changed our mind' })
  await run.cancel({ reason: 'again' })
  const error = await errorOf(run.result())
  expect(WorkflowCancelledError.is(error)).toBe(true)
  expect(((error as Error).cause as Error).message).toContain('changed our mind')
  expect(seen).toMatchObject([{ code: 'FOLIOT_CANCELLED' }])
  expect(await setup.eventTypes(run.runId)).toEqual([
    'RunStarted',
    'ActivityScheduled',
    'CancelRequested',
    'ActivityCancelRequested',
    'ActivityScheduled',
    'ActivityCompleted',
    'RunCancelled',
  ])
  expect(await run.describe()).toMatchObject({ status: 'cancelled' })
  expect((await collect(run.watch())).map(({ type }) => type)).toEqual([
    'in_progress',
    'step:scheduled',
    'cancel:requested',
    'step:scheduled',
    'step:done',
    'cancelled',
  ])
})

test('an activity that loses a race is told, and not tried again', async () => {
  const seen: unknown[] = []
  await using setup = await inProcess(types, { long: untilAborted(seen) })
  await setup.startWorker()
  const run = await setup.client.start(Raced, { workflowId: 'r', args: ['long', false] })
  await until(async () => (await setup.eventTypes(run.runId)).length === 2)
  await run.signal('stop')
  expect(await run.result()).toBe('stop')
  expect(seen).toHaveLength(1)
})

test('an activity in another worker’s slot hears with its next heartbeat', async () => {
  const seen: unknown[] = []
  const beating = async (): Promise<void> => {
    const { signal } = activityInfo()
    const { heartbeat } = await import('../../src/worker/activity-context.js')
    while (!signal.aborted) {
      heartbeat()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    seen.push(signal.reason)
  }
  await using setup = await inProcess(types, { long: beating })
  await setup.startWorker()
  const run = await setup.client.start(Raced, { workflowId: 'r', args: ['long', true] })
  await until(async () => (await setup.eventTypes(run.runId)).length === 2)
  await run.signal('stop')
  expect(await run.result()).toBe('stop')
  await until(() => seen.length === 1)
})

test('an activity that waits out its back-off when it is cancelled leaves no row', async () => {
  let attempts = 0
  await using setup = await inProcess(types, {
    flaky: () => {
      attempts += 1
      throw new Error('not yet')
    },
  })
  await setup.startWorker()
  const run = await setup.client.start(Raced, { workflowId: 'r', args: ['flaky', false] })
  await until(() => attempts >= 2)
  await run.signal('stop')
  expect(await run.result()).toBe('stop')
  const before = attempts
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(attempts).toBe(before)
  expect(await setup.store.nextWakeAt(['default'])).toBeNull()
})

// TRAPS 19
test('a sleeping run that nobody owns is woken by its cancellation, and nothing is left to wake', async () => {
  await using setup = await inProcess(types)
  await setup.startWorker()
  const run = await setup.client.start(Idle, { workflowId: 'i' })
  await until(async () => (await run.describe()).status === 'running' && (await run.describe()).owner === undefined)
  await run.cancel()
  expect(WorkflowCancelledError.is(await errorOf(run.result()))).toBe(true)
  expect(await setup.eventTypes(run.runId)).toEqual([
    'RunStarted',
    'TimerStarted',
    'CancelRequested',
    'TimerCancelled',
    'RunCancelled',
  ])
  expect(await setup.store.nextWakeAt(['default'])).toBeNull()
})

test('a run that is cancelled before its delayed start runs no code', async () => {
  await using setup = await inProcess(types)
  await setup.startWorker()
  const run = await setup.client.start(Idle, { workflowId: 'i', delay: '1 day' })
  await run.cancel({ reason: 'not needed' })
  const error = await errorOf(run.result())
  expect(((error as Error).cause as Error).message).toBe('The run was cancelled before it began: not needed')
  expect(await setup.eventTypes(run.runId)).toEqual(['CancelRequested', 'RunCancelled'])
  await run.cancel()
})
