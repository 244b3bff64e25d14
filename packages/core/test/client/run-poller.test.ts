import { describe, expect, test } from 'vitest'
import { ClientClosedError } from '../../src/client/client-closed-error.js'
import { ClientSession } from '../../src/client/client-session.js'
import { usualPolling } from '../../src/client/polling.js'
import { RunPoller } from '../../src/client/run-poller.js'
import { DatabaseUnavailableError } from '../../src/store/postgres/database-unavailable-error.js'
import { ManualClock } from '../support/manual-clock.js'
import { ObservedStore } from './observed-store.js'

const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

const setup = () => {
  const store = new ObservedStore()
  const clock = new ManualClock()
  const session = new ClientSession(store, clock)
  const poller = new RunPoller(session, usualPolling)
  /** Lets promises settle between small steps of the clock. */
  const pass = async (ms: number, step = 1): Promise<void> => {
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(Math.min(step, ms - passed))
      await settle()
    }
  }
  return { store, clock, session, poller, pass }
}

const untilClosed = (poller: RunPoller, runId: string, isNew = false) => {
  const subscription = poller.subscribe(runId, 'closing', isNew)
  const end = subscription.next()
  end.catch(() => undefined)
  return { subscription, end }
}

describe('RunPoller', () => {
  test('looks ever more rarely, down to twice a second', async () => {
    const { store, poller, pass, clock } = setup()
    store.set('a', 'running')
    untilClosed(poller, 'a')
    const times: number[] = []
    for (let ms = 0; ms < 3_000; ms++) {
      const before = store.looks.length
      await pass(1)
      if (store.looks.length > before) times.push(clock.now())
    }
    const gaps = times.slice(1).map((time, i) => time - times[i]!)
    expect(gaps).toEqual([5, 10, 20, 40, 80, 160, 320, 500, 500, 500, 500])
  })

  test('looks at all awaited runs with one query', async () => {
    const { store, poller, pass } = setup()
    const waits = ['a', 'b', 'c'].map((runId) => {
      store.set(runId, 'running')
      return untilClosed(poller, runId)
    })
    const twice = untilClosed(poller, 'b')
    await pass(1)
    expect(store.looks).toEqual([['a', 'b', 'c']])
    for (const runId of ['a', 'b', 'c']) store.set(runId, 'completed')
    await pass(10)
    expect(store.looks).toHaveLength(2)
    expect(await Promise.all(waits.map(({ end }) => end))).toMatchObject([
      { runId: 'a' },
      { runId: 'b' },
      { runId: 'c' },
    ])
    expect(await twice.end).toMatchObject({ status: 'completed' })
  })

  test('brings looks together that began at different times', async () => {
    const { store, poller, pass } = setup()
    for (let i = 0; i < 20; i++) {
      store.set(String(i), 'running')
      untilClosed(poller, String(i))
      await pass(37)
    }
    await pass(2_000)
    store.looks.length = 0
    await pass(2_000)
    expect(store.looks.length).toBeLessThanOrEqual(8)
    expect(store.looks.flat().length).toBeGreaterThanOrEqual(60)
  })

  test('looks at once when a run is said to have closed, and not when it only moved', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'running')
    const { end } = untilClosed(poller, 'a')
    await pass(2_000)
    const looks = store.looks.length
    store.hint('a', false)
    await pass(1)
    expect(store.looks).toHaveLength(looks)
    store.set('a', 'completed')
    store.hint('a', true)
    await pass(1)
    expect(await end).toMatchObject({ status: 'completed' })
  })

  test('looks again when a hint comes during a look', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'running')
    let open = (): void => undefined
    store.gate = new Promise((resolve) => (open = resolve))
    const subscription = poller.subscribe('a', 'progress')
    const first = subscription.next()
    await pass(1)
    store.hint('a', false)
    open()
    await first
    void subscription.next()
    await pass(4)
    expect(store.looks).toHaveLength(2)
  })

  test('finds the end of a run although every hint is lost', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'running')
    const { end } = untilClosed(poller, 'a')
    await pass(60_000, 100)
    store.set('a', 'failed')
    await pass(500)
    expect(await end).toMatchObject({ status: 'failed' })
  })

  test('waits a little before it looks at a run that was only just started', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'pending')
    untilClosed(poller, 'a', true)
    await pass(4)
    expect(store.looks).toEqual([])
    await pass(1)
    expect(store.looks).toEqual([['a']])
  })

  test('leaves the ends of runs to hints while they tell them, and looks early again once one was missed', async () => {
    const { store, poller, pass } = setup()
    const firstLookOf = async (runId: string): Promise<number> => {
      const before = store.looks.length
      store.set(runId, 'running')
      untilClosed(poller, runId, true)
      let waited = 0
      for (; store.looks.length === before; waited++) await pass(1)
      return waited
    }
    const end = async (runId: string, isTold: boolean): Promise<void> => {
      store.set(runId, 'completed')
      if (isTold) store.hint(runId, true)
      await pass(1_000)
    }
    expect(await firstLookOf('a')).toBe(5)
    await end('a', true)
    expect(await firstLookOf('b')).toBe(100)
    await end('b', true)
    expect(await firstLookOf('c')).toBe(100)
    await end('c', false)
    expect(await firstLookOf('d')).toBe(5)
  })

  test('takes a thousand runs at a time, each in its turn', async () => {
    const { store, poller, pass } = setup()
    for (let i = 0; i < 2_500; i++) untilClosed(poller, String(i))
    for (let i = 0; i < 2_500; i++) store.set(String(i), 'running')
    await pass(10)
    expect(store.looks.every((look) => look.length <= 1_000)).toBe(true)
    expect(new Set(store.looks.slice(0, 3).flat()).size).toBe(2_500)
  })

  test('rests after a slow look', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'running')
    let open = (): void => undefined
    store.gate = new Promise((resolve) => (open = resolve))
    untilClosed(poller, 'a')
    await pass(100)
    open()
    store.gate = undefined
    await settle()
    await pass(199)
    expect(store.looks).toHaveLength(1)
    await pass(1)
    expect(store.looks).toHaveLength(2)
  })

  test('hands an error of the store to the waits, and goes on for those that come later', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'completed')
    store.errors.push(new DatabaseUnavailableError('postgres://localhost/app', new Error('connect ECONNREFUSED')))
    const { end } = untilClosed(poller, 'a')
    await pass(1)
    await expect(end).rejects.toBeInstanceOf(DatabaseUnavailableError)
    const later = untilClosed(poller, 'a')
    await pass(10)
    expect(await later.end).toMatchObject({ status: 'completed' })
  })

  test('answers undefined for a run that isn’t there', async () => {
    const { poller, pass } = setup()
    const { end } = untilClosed(poller, 'a')
    await pass(1)
    expect(await end).toBeUndefined()
  })

  test('looks no more once nobody waits', async () => {
    const { store, poller, pass, clock } = setup()
    store.set('a', 'running')
    const { subscription } = untilClosed(poller, 'a')
    await pass(100)
    subscription.end()
    expect(clock.pending).toBe(0)
    const looks = store.looks.length
    await pass(2_000)
    expect(store.looks).toHaveLength(looks)
  })

  test('doesn’t look while its watcher is busy elsewhere', async () => {
    const { store, poller, pass } = setup()
    store.set('a', 'running')
    const subscription = poller.subscribe('a', 'progress')
    const first = subscription.next()
    await pass(1)
    await first
    await pass(5_000)
    expect(store.looks).toHaveLength(1)
  })

  test('ends all waits when it closes, and looks no more', async () => {
    const { store, session, poller, pass, clock } = setup()
    store.set('a', 'running')
    const { end } = untilClosed(poller, 'a')
    await pass(20)
    await session.close()
    poller.close()
    await expect(end).rejects.toBeInstanceOf(ClientClosedError)
    expect(() => poller.subscribe('a', 'closing')).toThrow(ClientClosedError)
    expect(clock.pending).toBe(0)
  })
})
