import { expect, test } from 'vitest'
import {
  Query,
  Run,
  Signal,
  Update,
  Workflow,
  activities,
  condition,
  nonCancellable,
  receiveSignal,
  runInfo,
  sideEffect,
  sleep,
} from '../../src/public/workflow.js'
import type { RunEvent } from '../../src/client/run-event.js'
import { testBundle } from './in-process-host.js'
import { inProcess, until } from './in-process-worker.js'

interface Acts {
  first(): Promise<string>
  second(key: string): Promise<string>
}

const act = activities<Acts>({ retry: { maximumAttempts: 1 } })

@Workflow('reset-steps')
class Steps {
  @Run() async run(): Promise<string[]> {
    const first = await act.first()
    const key = `${runInfo().runId} key`
    await sleep(1, { id: 'between' })
    return [first, await act.second(key), runInfo().runId]
  }
}

@Workflow('reset-collector')
class Collector {
  #heard: string[] = []

  @Run() async run(): Promise<string[]> {
    await act.first()
    await condition(() => this.#heard.includes('stop'))
    return this.#heard
  }

  @Signal() say(word: string): void {
    this.#heard.push(word)
  }

  @Update() ask(word: string): number {
    return this.#heard.push(`${word}?`)
  }

  @Query() heard(): string[] {
    return this.#heard
  }
}

@Workflow('reset-deadline')
class Deadline {
  @Run() async run(): Promise<string[]> {
    const seen: string[] = []
    const note = async (what: string, wait: Promise<unknown>): Promise<void> => {
      await wait
      seen.push(what)
    }
    await act.first()
    await Promise.all([
      note('timer', sleep(120, { id: 'due' })),
      note('early', receiveSignal('early')),
      note('late', receiveSignal('late')),
    ])
    await receiveSignal('end')
    return seen
  }
}

@Workflow('reset-side-effect')
class Decider {
  @Run() async run(): Promise<string> {
    const price = sideEffect(decide, { id: 'price' })
    await receiveSignal('end')
    return price
  }
}

let price = 'old'
const decide = (): string => price

@Workflow('reset-cleaner')
class Cleaner {
  @Run() async run(): Promise<string> {
    try {
      await receiveSignal('end')
      return 'ended'
    } catch {
      await nonCancellable(() => act.first())
      throw new Error('cleaned up, and failed')
    }
  }
}

void [Steps, Collector, Deadline, Decider, Cleaner]

const types = ['reset-steps', 'reset-collector', 'reset-deadline', 'reset-side-effect', 'reset-cleaner']

const seqOf = (history: readonly RunEvent[], type: string): number =>
  history.find((each) => each.type === type)?.seq ?? 0

test('a failed run that is retried runs the activity afresh that brought it down, and nothing that came before', async () => {
  const calls: string[] = []
  let broken = true
  const second = (): string => {
    calls.push('second')
    if (broken) throw new Error('out of order')
    return 'mended'
  }
  await using world = await inProcess(types, { first: () => calls.push('first') && 'done', second })
  await world.startWorker()
  const run = await world.client.start(Steps, { workflowId: 'steps' })
  await expect(run.result()).rejects.toThrow('failed')
  broken = false
  const { runId } = await run.retry({ reason: 'the printer has paper', by: 'ann' })
  expect(await run.result()).toEqual(['done', 'mended', runId])
  expect(calls).toEqual(['first', 'second', 'second'])
  expect(await run.describe()).toMatchObject({ status: 'failed', nextRunId: runId })
  const after = world.client.run({ runId })
  const history = await after.history()
  expect(history.find(({ type }) => type === 'RunReset')?.data).toEqual({
    fromRunId: run.runId,
    runId,
    reason: 'the printer has paper',
    by: 'ann',
  })
  for (const of of [run, after])
    expect(await of.operations()).toMatchObject([{ action: 'retry', reason: 'the printer has paper', by: 'ann' }])
})

test('a run that is reset to a step asks for it anew, with what is derived from its own id', async () => {
  const keys: string[] = []
  let calls = 0
  const second = async (key: string): Promise<string> => {
    keys.push(key)
    return String((calls += 1))
  }
  await using world = await inProcess(types, { first: () => 'done', second: second as never })
  await world.startWorker()
  const run = await world.client.start(Steps, { workflowId: 'steps' })
  expect(await run.result()).toEqual(['done', '1', run.runId])
  const { runId } = await run.reset({ to: 'between', reason: 'the price list was wrong' })
  expect(await run.result()).toEqual(['done', '2', runId])
  expect(keys).toEqual([`${run.runId} key`, `${runId} key`])
  // Reset once more, to the last step: what the second run derived stands, in its history.
  const again = await world.client.run({ runId }).reset({ to: 'second' })
  expect(await run.result()).toEqual(['done', '3', again.runId])
  expect(keys[2]).toBe(keys[1])
})

test('an open run ends when it is reset, and its successor hears again what came after the cut, in its order', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const run = await world.client.start(Collector, { workflowId: 'collector' })
  await until(async () => (await world.eventTypes(run.runId)).includes('ActivityCompleted'))
  await run.signal('say', { args: ['a'] })
  expect(await run.update('ask', { args: ['b'] })).toBe(2)
  await run.signal('say', { args: ['c'], idempotencyKey: 'once' })
  const answered = seqOf(await run.history(), 'ActivityCompleted')
  const { runId } = await run.reset({ to: answered, reason: 'again', by: 'bob' })
  expect(await run.describe()).toMatchObject({ status: 'terminated', nextRunId: runId })
  const after = world.client.run({ runId })
  await until(async () => (await after.query<string[]>('heard')).length === 3)
  expect(await after.query('heard')).toEqual(['a', 'b?', 'c'])
  // What was heard before is known still.
  await after.signal('say', { args: ['c'], idempotencyKey: 'once' })
  await after.signal('say', { args: ['stop'] })
  expect(await run.result()).toEqual(['a', 'b?', 'c', 'stop'])
  expect(await run.operations()).toMatchObject([{ action: 'reset', reason: 'again', by: 'bob' }])
  expect(await world.eventTypes(runId)).toEqual([
    'RunStarted',
    'ActivityScheduled',
    'RunReset',
    'ActivityCompleted',
    ...['SignalReceived', 'UpdateAccepted', 'SignalReceived', 'UpdateCompleted'],
    'SignalReceived',
    'RunCompleted',
  ])
})

test('timers keep their due times, and fire where they fired among the messages', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const run = await world.client.start(Deadline, { workflowId: 'deadline' })
  await until(async () => (await world.eventTypes(run.runId)).includes('TimerStarted'))
  await run.signal('early')
  await until(async () => (await world.eventTypes(run.runId)).includes('TimerFired'))
  await run.signal('late')
  await run.signal('end')
  const expected = ['early', 'timer', 'late']
  expect(await run.result()).toEqual(expected)
  const history = await run.history()
  const started = history.find(({ type }) => type === 'TimerStarted')
  const { runId } = await run.reset({ to: seqOf(history, 'SignalReceived') })
  expect(await run.result()).toEqual(expected)
  const after = await world.client.run({ runId }).history()
  expect(after.find(({ type }) => type === 'TimerStarted')).toEqual(started)
})

test('a run that is reset to its start begins anew, with its arguments and what was sent to it', async () => {
  let calls = 0
  await using world = await inProcess(types, { first: () => String((calls += 1)) })
  await world.startWorker()
  const run = await world.client.start(Collector, { workflowId: 'collector' })
  await run.signal('say', { args: ['a'] })
  await until(async () => (await world.eventTypes(run.runId)).includes('SignalReceived'))
  const { runId } = await run.reset({ to: 1, by: 'ann' })
  await run.result({ timeout: 20 }).catch(() => undefined)
  const after = world.client.run({ runId })
  await after.signal('say', { args: ['stop'] })
  expect(await run.result()).toEqual(['a', 'stop'])
  expect(calls).toBe(2)
  const [started, ...rest] = await after.history()
  expect(started).toMatchObject({ type: 'RunStarted', data: { runId, workflowId: 'collector' } })
  expect(rest.find(({ type }) => type === 'RunReset')?.data).toEqual({ fromRunId: run.runId, by: 'ann' })
})

test('a paused run goes on when it is reset, and a cancellation of after the cut is not repeated', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const paused = await world.client.start(Collector, { workflowId: 'paused' })
  await paused.pause()
  await until(async () => (await paused.describe()).status === 'paused')
  const reset = await paused.reset({ to: 'first' })
  await world.client.run({ runId: reset.runId }).signal('say', { args: ['stop'] })
  expect(await paused.result()).toEqual(['stop'])
  const cancelled = await world.client.start(Cleaner, { workflowId: 'cancelled' })
  await until(async () => (await world.eventTypes(cancelled.runId)).length > 0)
  await cancelled.cancel()
  await expect(cancelled.result()).rejects.toThrow('failed')
  const history = await cancelled.history()
  const { runId } = await cancelled.reset({ to: seqOf(history, 'CancelRequested') })
  await world.client.run({ runId }).signal('end')
  expect(await cancelled.result()).toBe('ended')
})

test('a run that was terminated goes on where it stood when it is retried', async () => {
  let calls = 0
  await using world = await inProcess(types, { first: () => String((calls += 1)) })
  await world.startWorker()
  const run = await world.client.start(Collector, { workflowId: 'collector' })
  await run.signal('say', { args: ['a'] })
  await until(async () => (await run.query<string[]>('heard')).length === 1 && calls === 1)
  await run.terminate()
  await expect(run.result()).rejects.toThrow('terminated')
  const { runId } = await run.retry()
  await world.client.run({ runId }).signal('say', { args: ['stop'] })
  expect(await run.result()).toEqual(['a', 'stop'])
  expect(calls).toBe(1)
})

test('what was decided once and frozen is decided anew after a reset to it', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  price = 'old'
  const run = await world.client.start(Decider, { workflowId: 'decider' })
  await run.signal('end')
  expect(await run.result()).toBe('old')
  price = 'new'
  await run.reset({ to: 'price' })
  expect(await run.result()).toBe('new')
})

test('a blocked run can be reset, on the bundle that is current now', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  const worker = await world.startWorker()
  const run = await world.client.start(Collector, { workflowId: 'collector' })
  await until(async () => (await world.eventTypes(run.runId)).includes('ActivityCompleted'))
  await worker.shutdown()
  // A bundle that no worker of this process has code for.
  const other = testBundle('b2', 'reset-steps')
  await world.store.registerBundle(other)
  await world.startWorker()
  const { runId } = await run.reset({ to: 'first', bundle: testBundle('b1', ...types).hash })
  await world.client.run({ runId }).signal('say', { args: ['stop'] })
  expect(await run.result()).toEqual(['stop'])
  expect(await world.client.run({ runId }).describe()).toMatchObject({ bundle: testBundle('b1', ...types).hash })
})

test('what can not be is refused at the call, and changes nothing', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const { client } = world
  const run = await client.start(Collector, { workflowId: 'collector' })
  await until(async () => (await world.eventTypes(run.runId)).includes('ActivityCompleted'))
  const refusals: readonly [Promise<unknown>, string, RegExp][] = [
    [run.reset({ to: 99 }), 'FOLIOT_RESET_POINT_NOT_FOUND', /has the events 1 to 3: it can't be reset to event 99/],
    [run.reset({ to: 0.5 }), 'FOLIOT_RESET_POINT_NOT_FOUND', /0\.5/],
    [run.reset({ to: 'frist' }), 'FOLIOT_RESET_POINT_NOT_FOUND', /Did you mean "first"\?/],
    [run.reset({ to: '' }), 'FOLIOT_INVALID_OPTION', /number of an event or the label of a step/],
    [run.reset({ to: 1, bundle: 'f'.repeat(64) }), 'FOLIOT_UNKNOWN_BUNDLE', /ffff/],
    [run.retry(), 'FOLIOT_RUN_NOT_RETRYABLE', /is open/],
  ]
  for (const [call, code, message] of refusals) {
    await expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string })
  }
  await run.signal('say', { args: ['stop'] })
  await run.result()
  await expect(run.retry()).rejects.toMatchObject({
    message: expect.stringMatching(/ended with RunCompleted/) as string,
  })
  const next = await client.start(Collector, { workflowId: 'collector' })
  await expect(run.reset({ to: 1 })).rejects.toMatchObject({ code: 'FOLIOT_WORKFLOW_ALREADY_OPEN', runId: next.runId })
  expect(await run.describe()).not.toHaveProperty('nextRunId')
  expect(await run.operations()).toEqual([])
})

test('without a worker the reset of an open run stays asked for', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  const worker = await world.startWorker()
  const run = await world.client.start(Collector, { workflowId: 'collector' })
  await until(async () => (await world.eventTypes(run.runId)).includes('ActivityCompleted'))
  await worker.shutdown()
  const error = await run.reset({ to: 'first', timeout: 30 }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'FOLIOT_RESET_PENDING', newRunId: expect.any(String) as string })
  await world.startWorker()
  const { newRunId } = error as { readonly newRunId: string }
  await until(async () => (await run.describe()).nextRunId === newRunId)
  await world.client.run({ runId: newRunId }).signal('say', { args: ['stop'] })
  expect(await run.result()).toEqual(['stop'])
})
