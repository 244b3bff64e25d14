import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/base/system-clock.js'
import type { Client } from '../../src/client/client.js'
import { createClient } from '../../src/client/create-client.js'
import { WorkflowTerminatedError } from '../../src/client/workflow-terminated-error.js'
import { WorkflowTimedOutError } from '../../src/client/workflow-timed-out-error.js'
import { ActivityFailure } from '../../src/codec/activity-failure.js'
import { WorkflowFailedError } from '../../src/codec/workflow-failed-error.js'
import { activities, Run, sleep, Workflow } from '../../src/public/workflow.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import { Worker } from '../../src/worker/worker.js'
import { testBundle } from '../worker/in-process-host.js'
import { testParts } from '../worker/test-parts.js'
import { collect, errorOf } from './client-on-memory.js'

interface EmailActivities {
  sendWelcome(input: { readonly userId: number }): Promise<{ readonly at: Date }>
  sendFollowup(input: { readonly userId: number }): Promise<{ readonly status: string }>
  charge(): Promise<void>
}

const email = activities<EmailActivities>('email', { retry: { maximumAttempts: 1 } })

@Workflow('client-onboarding')
class Onboarding {
  @Run() async run(userId: number): Promise<{ readonly status: string; readonly welcomedAt: Date }> {
    const { at } = await email.sendWelcome({ userId })
    await sleep('40 milliseconds', { id: 'drip' })
    const { status } = await email.sendFollowup({ userId })
    return { status, welcomedAt: at }
  }
}

@Workflow('client-charge')
class Charge {
  @Run() async run(): Promise<void> {
    await email.charge()
  }
}

@Workflow('client-forever')
class Forever {
  @Run() async run(): Promise<void> {
    await sleep('400 days')
  }
}

const bundle = testBundle('b1', 'client-onboarding', 'client-charge', 'client-forever')
const welcomedAt = new Date('2026-03-01T09:00:00Z')
const functions = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>([
  ['email.sendWelcome', async () => ({ at: welcomedAt })],
  ['email.sendFollowup', async () => ({ status: 'sent' })],
  [
    'email.charge',
    async () => {
      throw Object.assign(new RangeError('declined'), { limit: 10 })
    },
  ],
])

let worker: Worker
let client: Client

beforeEach(async () => {
  const store = new MemoryStore({ now: () => performance.timeOrigin + performance.now() })
  worker = new Worker(
    testParts({
      store,
      bundle,
      functions,
    }),
  )
  await worker.start()
  client = createClient({ store, clock: systemClock })
})

afterEach(async () => {
  await client.close()
  await worker.shutdown()
})

test('a run is started, watched and awaited, typed by its class', async () => {
  const run = await client.start(Onboarding, { workflowId: 'user-42', args: [42] })
  const watched = collect(run.watch())
  const { status, welcomedAt: at } = await run.result()
  expect(status).toBe('sent')
  expect(at).toEqual(welcomedAt)
  expect((await watched).map((event) => event.type)).toEqual([
    'in_progress',
    'step:scheduled',
    'step:done',
    'run:sleeping',
    'run:woken',
    'step:scheduled',
    'step:done',
    'completed',
  ])
  expect(await run.describe()).toMatchObject({ status: 'completed', result: { status, welcomedAt: at } })
})

test('many runs are awaited at once', async () => {
  const runs = await Promise.all(
    Array.from({ length: 300 }, (_, i) => client.start(Onboarding, { workflowId: `user-${i}`, args: [i] })),
  )
  const results = await Promise.all(runs.map((run) => run.result({ timeout: '20 seconds' })))
  expect(results.every(({ status }) => status === 'sent')).toBe(true)
})

test('a failed run rejects with the chain of errors down to the activity’s own', async () => {
  const run = await client.start(Charge, { workflowId: 'bill-1' })
  const error = await errorOf(run.result())
  expect(WorkflowFailedError.is(error)).toBe(true)
  const { cause } = error as WorkflowFailedError & { cause: Error }
  expect(ActivityFailure.is(cause)).toBe(true)
  expect(cause.cause).toBeInstanceOf(RangeError)
  expect(cause.cause).toMatchObject({ message: 'declined', limit: 10 })
})

test('a run that reaches its time-out rejects as timed out', async () => {
  const run = await client.start(Forever, { workflowId: 'a', runTimeout: '60 milliseconds' })
  expect(await errorOf(run.result({ timeout: '10 seconds' }))).toBeInstanceOf(WorkflowTimedOutError)
})

test('a delayed run starts at its time', async () => {
  const run = await client.start(Onboarding, { workflowId: 'later', args: [1], delay: '150 milliseconds' })
  expect((await run.describe()).status).toBe('pending')
  await run.result()
  const { createdAt, startedAt } = await run.describe()
  expect(startedAt!.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(150)
})

test('terminate-existing ends the open run and starts anew', async () => {
  const first = await client.start(Forever, { workflowId: 'only-one' })
  const end = errorOf(first.result())
  const second = await client.start(Forever, { workflowId: 'only-one', conflict: 'terminate-existing' })
  expect(second.runId).not.toBe(first.runId)
  const error = await end
  expect(error).toBeInstanceOf(WorkflowTerminatedError)
  expect(String(error)).toContain('terminate-existing')
  expect((await collect(first.watch())).at(-1)).toMatchObject({ type: 'terminated' })
})
