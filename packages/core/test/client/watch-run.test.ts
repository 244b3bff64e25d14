import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LifecycleEvent } from '../../src/client/lifecycle-event.js'
import { RunNotFoundError } from '../../src/client/run-not-found-error.js'
import { activityOptions } from '../history/event-of.js'
import { clientOnMemory, collect, errorOf, fireAt, noRun, reason } from './client-on-memory.js'

type Setup = Awaited<ReturnType<typeof clientOnMemory>>
let client: Setup['client']
let worker: Setup['worker']
let startClaimed: Setup['startClaimed']

beforeEach(async () => {
  ;({ client, worker, startClaimed } = await clientOnMemory())
})

afterEach(async () => {
  await client.close()
})

describe('run.watch', () => {
  test('follows a run to its end, each sleep told once', async () => {
    const run = await startClaimed()
    const watched = collect(run.watch())
    await worker.begin(run.runId)
    await worker.record(run.runId, ['TimerStarted', { timerId: 'drip', kind: 'sleep', fireAt }])
    await new Promise((resolve) => setTimeout(resolve, 40))
    await worker.record(run.runId, ['TimerFired', { timerId: 'drip' }])
    await worker.record(run.runId, [
      'ActivityScheduled',
      { activityId: '2', name: 'email.send', args: [], options: activityOptions },
    ])
    await worker.complete(run.runId, 'sent')
    expect((await watched).map(({ type }) => type)).toEqual([
      'in_progress',
      'run:sleeping',
      'run:woken',
      'step:scheduled',
      'completed',
    ])
  })

  test('goes on after the last event that was seen, with the names of earlier ones', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    await worker.record(run.runId, [
      'ActivityScheduled',
      { activityId: '1', name: 'email.send', args: [], options: activityOptions },
    ])
    await worker.record(run.runId, ['ActivityCompleted', { activityId: '1', attempt: 1, result: null }])
    await worker.complete(run.runId, 'sent')
    expect(await collect(run.watch({ afterSeq: 2 }))).toMatchObject([
      { type: 'step:done', activity: 'email.send', seq: 3 },
      { type: 'completed', seq: 4 },
    ])
    expect(await collect(run.watch({ afterSeq: 4 }))).toEqual([])
  })

  test('tells that a run is blocked, once, and that it goes on', async () => {
    const run = await startClaimed()
    await worker.block(run.runId, reason, 0)
    const seen: LifecycleEvent[] = []
    for await (const event of run.watch()) {
      seen.push(event)
      if (event.type !== 'blocked') continue
      // Long enough to be looked at again while it is blocked.
      await new Promise((resolve) => setTimeout(resolve, 30))
      await worker.claim()
      await worker.begin(run.runId)
      await worker.complete(run.runId, 'sent')
    }
    expect(seen).toMatchObject([
      { type: 'blocked', reason },
      { type: 'unblocked' },
      { type: 'in_progress' },
      { type: 'completed' },
    ])
  })

  test('ends with the reason of its signal, and looks no more after a break', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    const controller = new AbortController()
    const error = errorOf(collect(run.watch({ signal: controller.signal })))
    await new Promise((resolve) => setTimeout(resolve, 10))
    controller.abort(new Error('enough'))
    expect(await error).toMatchObject({ message: 'enough' })
    for await (const event of run.watch()) {
      expect(event.type).toBe('in_progress')
      break
    }
  })

  test('rejects for a run that isn’t there', async () => {
    expect(await errorOf(collect(client.run(noRun).watch()))).toBeInstanceOf(RunNotFoundError)
  })
})
