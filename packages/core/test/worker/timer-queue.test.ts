import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DatabaseClock } from '../../src/worker/database-clock.js'
import { TimerQueue } from '../../src/worker/timer-queue.js'
import { ManualClock } from '../support/manual-clock.js'

const setUp = () => {
  const clock = new ManualClock()
  const databaseClock = new DatabaseClock(clock)
  databaseClock.observe(0)
  const woken: { key: string; at: number }[] = []
  const queue = new TimerQueue(clock, databaseClock, (keys) =>
    woken.push(...keys.map((key) => ({ key, at: clock.now() }))),
  )
  return { clock, queue, woken }
}

test('each key is woken once, at its latest instant, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.nat(1_000) })), (settings) => {
      const { clock, queue, woken } = setUp()
      const expected = new Map<string, number>()
      for (const { key, at } of settings) {
        queue.set(key, at)
        expected.set(key, at)
      }
      clock.advance(1_000)
      expect(woken.map(({ at }) => at)).toEqual([...expected.values()].sort((a, b) => a - b))
      expect(new Map(woken.map(({ key, at }) => [key, at]))).toEqual(expected)
      expect(queue.next()).toBeNull()
    }),
  )
})

test('a removed key is not woken', () => {
  const { clock, queue, woken } = setUp()
  queue.set('a', 10)
  queue.set('b', 20)
  queue.set('a', null)
  expect(queue.next()).toBe(20)
  clock.advance(100)
  expect(woken).toEqual([{ key: 'b', at: 20 }])
})

test('an earlier instant moves the process timer forward', () => {
  const { clock, queue, woken } = setUp()
  queue.set('late', 500)
  queue.set('early', 5)
  clock.advance(5)
  expect(woken).toEqual([{ key: 'early', at: 5 }])
})
