import { describe, expect, test } from 'vitest'
import { ClientClosedError } from '../../src/client/client-closed-error.js'
import { ClientSession } from '../../src/client/client-session.js'
import { StartQueue } from '../../src/client/start-queue.js'
import type { ConflictPolicy, RunStart } from '../../src/store/run-start.js'
import { ManualClock } from '../support/manual-clock.js'
import { ObservedStore } from './observed-store.js'

const setup = () => {
  const store = new ObservedStore()
  const session = new ClientSession(store, new ManualClock())
  return { store, session, queue: new StartQueue(session) }
}

const start = (workflowId: string, conflict: ConflictPolicy = 'fail'): RunStart => ({
  runId: `run of ${workflowId}`,
  workflowId,
  workflowType: 'test',
  taskQueue: 'default',
  priority: 3,
  args: '[]',
  conflict,
  reuse: 'allow',
})
const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => String(from + i))

describe('StartQueue', () => {
  test('inserts concurrent starts together and hands each its outcome', async () => {
    const { store, queue } = setup()
    const outcomes = await Promise.all(ids(0, 300).map((id) => queue.start(start(id))))
    expect(store.inserts).toEqual([ids(0, 300)])
    expect(outcomes).toEqual(ids(0, 300).map((id) => ({ type: 'started', runId: `run of ${id}` })))
  })

  test('gathers what comes while two inserts are on their way', async () => {
    const { store, queue } = setup()
    let open = (): void => undefined
    store.gate = new Promise((resolve) => (open = resolve))
    const starts: Promise<unknown>[] = []
    for (const id of ids(0, 50)) {
      starts.push(queue.start(start(id)))
      await Promise.resolve()
      await Promise.resolve()
    }
    expect(store.inserts).toEqual([['0'], ['1']])
    open()
    await Promise.all(starts)
    expect(store.inserts.flat()).toEqual(ids(0, 50))
    expect(store.inserts).toHaveLength(3)
  })

  test('splits what is too much for one insert', async () => {
    const { store, queue } = setup()
    await Promise.all(ids(0, 1_200).map((id) => queue.start(start(id))))
    expect(store.inserts.map((insert) => insert.length)).toEqual([500, 500, 200])
  })

  test('lets no start wait for one that ends another run first', async () => {
    const { store, queue } = setup()
    await Promise.all([queue.start(start('a')), queue.start(start('b', 'terminate-existing')), queue.start(start('c'))])
    expect(store.inserts.map((insert) => insert.join()).sort()).toEqual(['a,c', 'b'])
  })

  test('hands a failed insert’s error to its starts and goes on', async () => {
    const { store, queue } = setup()
    store.errors.push(new Error('connect ECONNREFUSED'))
    const outcomes = await Promise.allSettled([queue.start(start('a')), queue.start(start('b'))])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue.start(start('c'))).toMatchObject({ type: 'started' })
  })

  test('refuses starts of a closed client, also those that still queue', async () => {
    const { store, session, queue } = setup()
    const queued = queue.start(start('a'))
    const closed = session.close()
    await expect(queued).rejects.toBeInstanceOf(ClientClosedError)
    await expect(queue.start(start('b'))).rejects.toBeInstanceOf(ClientClosedError)
    await closed
    expect(store.inserts).toEqual([])
  })
})
