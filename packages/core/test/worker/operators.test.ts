import { expect, test } from 'vitest'
import { Query, Run, Signal, Workflow, activities, receiveSignal, sleep } from '../../src/public/workflow.js'
import { TimerNotOpenError } from '../../src/client/timer-not-open-error.js'
import { inProcess, until } from './in-process-worker.js'

interface Acts {
  work(): Promise<string>
}

const act = activities<Acts>()

@Workflow('paused-sleeper')
class PausedSleeper {
  @Run() async run(ms: number): Promise<string> {
    await sleep(ms, { id: 'nap' })
    return 'woken'
  }
}

@Workflow('paused-listener')
class PausedListener {
  #heard: string[] = []

  @Run() async run(): Promise<string[]> {
    while (!this.#heard.includes('stop')) {
      const message = await receiveSignal('say', { timeout: '1 hour' })
      if (message !== undefined) this.#heard.push(String(message.args[0]))
    }
    return this.#heard
  }

  @Query() heard(): string[] {
    return this.#heard
  }
}

@Workflow('paused-worker')
class PausedWorker {
  #noted = 0

  @Run() async run(): Promise<string> {
    return `${await act.work()} ${this.#noted}`
  }

  @Signal() note(): void {
    this.#noted += 1
  }
}

@Workflow('timed-decision')
class TimedDecision {
  @Run() async run(): Promise<string> {
    const message = await receiveSignal('decide', { timeout: '24 hours' })
    return message === undefined ? 'too late' : 'decided'
  }
}

void [PausedSleeper, PausedListener, PausedWorker, TimedDecision]

const types = ['paused-sleeper', 'paused-listener', 'paused-worker', 'timed-decision']

test('a paused run hears nothing until it is resumed, and then everything in its order', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  const run = await world.client.start(PausedListener, { workflowId: 'listener' })
  await run.signal('say', { args: ['a'] })
  await until(async () => (await run.query<string[]>('heard')).length === 1)
  await run.pause({ reason: 'an incident', by: 'ann' })
  await until(async () => (await run.describe()).status === 'paused')
  await run.signal('say', { args: ['b'] })
  await run.signal('say', { args: ['stop'] })
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(await run.query('heard')).toEqual(['a'])
  expect(await run.describe()).toMatchObject({ status: 'paused' })
  expect(await run.explain()).toMatchObject({
    code: 'run.paused',
    headline: expect.stringMatching(/^It is paused by ann, since .*: an incident\.$/) as string,
  })
  await run.resume({ by: 'bob' })
  expect(await run.result()).toEqual(['a', 'b', 'stop'])
  const facts = (await run.history()).filter(({ type }) => type === 'RunPaused' || type === 'RunResumed')
  expect(facts.map(({ type, data }) => [type, data])).toEqual([
    ['RunPaused', { reason: 'an incident', by: 'ann' }],
    ['RunResumed', { by: 'bob' }],
  ])
  expect(await run.operations()).toMatchObject([
    { action: 'pause', reason: 'an incident', by: 'ann' },
    { action: 'resume', by: 'bob' },
  ])
})

test('pausing stops no clock: a timer that is due by then fires when the run is resumed, on any worker', async () => {
  await using world = await inProcess(types)
  const first = await world.startWorker()
  const run = await world.client.start(PausedSleeper, { workflowId: 'sleeper', args: [150] })
  await until(async () => (await run.timers()).length === 1)
  await run.pause()
  await until(async () => (await run.describe()).status === 'paused')
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await run.describe()).toMatchObject({ status: 'paused' })
  await first.shutdown()
  await world.startWorker()
  await run.resume()
  expect(await run.result()).toBe('woken')
  expect(await world.eventTypes(run.runId)).toEqual([
    'RunStarted',
    'TimerStarted',
    'RunPaused',
    'RunResumed',
    'TimerFired',
    'RunCompleted',
  ])
})

test('an activity that ends while its run is paused isn’t run again', async () => {
  let calls = 0
  let finish: () => void = () => {}
  const work = (): Promise<string> => {
    calls += 1
    return new Promise((resolve) => (finish = () => resolve('done')))
  }
  await using world = await inProcess(types, { work })
  await world.startWorker()
  const run = await world.client.start(PausedWorker, { workflowId: 'worker' })
  await until(() => calls === 1)
  await run.pause()
  await until(async () => (await run.describe()).status === 'paused')
  finish()
  await run.signal('note')
  await until(async () => (await run.describe()).owner === undefined)
  await run.resume()
  expect(await run.result()).toMatch(/^done/)
  expect(calls).toBe(1)
})

test('a cancellation wins over a pause, before and after it', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  const run = await world.client.start(PausedSleeper, { workflowId: 'cancelled', args: [3_600_000] })
  await until(async () => (await run.timers()).length === 1)
  await run.pause()
  await until(async () => (await run.describe()).status === 'paused')
  await run.cancel({ reason: 'not needed' })
  await expect(run.result()).rejects.toMatchObject({ code: 'FOLIOT_WORKFLOW_CANCELLED' })
  expect(await world.eventTypes(run.runId)).toEqual([
    'RunStarted',
    'TimerStarted',
    'RunPaused',
    'RunResumed',
    'CancelRequested',
    'TimerCancelled',
    'RunCancelled',
  ])
})

test('a paused run can be terminated, and runs no code for it', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  const run = await world.client.start(PausedListener, { workflowId: 'terminated' })
  await until(async () => (await run.timers()).length === 1)
  await run.pause()
  await until(async () => (await run.describe()).status === 'paused')
  await run.signal('say', { args: ['late'] })
  await run.terminate({ reason: 'enough' })
  await expect(run.result()).rejects.toMatchObject({ code: 'FOLIOT_WORKFLOW_TERMINATED' })
  expect((await world.eventTypes(run.runId)).slice(-2)).toEqual(['RunPaused', 'RunTerminated'])
})

test('a run that is paused before its start begins when it is resumed', async () => {
  await using world = await inProcess(types)
  const run = await world.client.start(PausedSleeper, { workflowId: 'held', args: [1] })
  await run.pause()
  await world.startWorker()
  await until(async () => (await run.describe()).status === 'paused')
  expect(await run.explain()).toMatchObject({ code: 'run.paused' })
  expect(await run.history()).toEqual([])
  await run.resume()
  expect(await run.result()).toBe('woken')
})

test('an operator fires an open timer, and the history says who and why', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  const run = await world.client.start(TimedDecision, { workflowId: 'decision' })
  await until(async () => (await run.timers()).length === 1)
  const [timer] = await run.timers()
  await run.fireTimer(timer?.timerId ?? '', { reason: 'the customer left', by: 'ann' })
  expect(await run.result()).toBe('too late')
  const history = await run.history()
  expect(history.map(({ type }) => type)).toEqual([
    'RunStarted',
    'TimerStarted',
    'TimerRescheduled',
    'TimerFired',
    'RunCompleted',
  ])
  expect(history[2]?.data).toMatchObject({ reason: 'the customer left', by: 'ann' })
})

test('a timer that was moved fires at its new time, also on another worker', async () => {
  await using world = await inProcess(types)
  const first = await world.startWorker()
  const run = await world.client.start(PausedSleeper, { workflowId: 'moved', args: [3_600_000] })
  await until(async () => (await run.timers()).length === 1)
  await run.rescheduleTimer('nap', '2 hours')
  await until(async () => (await world.eventTypes(run.runId)).includes('TimerRescheduled'))
  const [later] = await run.timers()
  expect((later?.fireAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(7_000_000)
  expect((await run.describe()).wakeAt).toEqual(later?.fireAt)
  await first.shutdown()
  await world.startWorker()
  await run.rescheduleTimer('nap', new Date(Date.now() + 100))
  expect(await run.result()).toBe('woken')
  const history = await run.history()
  const fired = history.find(({ type }) => type === 'TimerFired')
  const moved = history.findLast(({ type }) => type === 'TimerRescheduled')
  const { fireAt } = moved?.data as { fireAt: string }
  expect(fired?.recordedAt.getTime()).toBeGreaterThanOrEqual(Date.parse(fireAt))
})

test('firing a timer that isn’t open is refused with the names of those that are', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  const run = await world.client.start(PausedSleeper, { workflowId: 'unknown-timer', args: [3_600_000] })
  await until(async () => (await run.timers()).length === 1)
  const refused = run.fireTimer('nep')
  await expect(refused).rejects.toSatisfy((error: unknown) => TimerNotOpenError.is(error))
  await expect(refused).rejects.toThrow('Running are: "nap".')
  await run.terminate()
})

test('a run that is held before its start and resumed in time starts at its time', async () => {
  await using world = await inProcess(types)
  await world.startWorker()
  const run = await world.client.start(PausedSleeper, { workflowId: 'held-late', args: [1], delay: '1 hour' })
  await run.pause()
  await world.startWorker()
  const { wakeAt } = await run.describe()
  await run.resume()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(await run.describe()).toMatchObject({ status: 'pending', wakeAt })
  await run.terminate()
})
