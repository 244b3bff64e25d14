import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWakeMessage, wakeMessage } from '../../src/wake/wake-message.js'
import { checkWakeTransport, hopDelayMs } from '../../src/wake/wake-transport.js'

test('a message survives JSON, and its time is rounded up to the millisecond', () => {
  const message = wakeMessage('default', Date.parse('2026-03-01T09:00:00.000Z') + 0.2, 'r')
  expect(wakeMessage('default', undefined)).toEqual({ id: expect.any(String), taskQueue: 'default' })
  expect(message.dueAt).toBe('2026-03-01T09:00:00.001Z')
  expect(readWakeMessage(JSON.stringify(message))).toEqual(message)
})

test.each([
  ['nonsense', /message: Expected a wake message as JSON text/],
  [{ ...wakeMessage('a', 0), dueAt: 'soon' }, /message\.dueAt: Expected an instant/],
  [{ ...wakeMessage('a', 0), dueAt: 5 }, /message\.dueAt: Expected an ISO 8601 string, got 5/],
  [{ ...wakeMessage('a', 0), taskQueue: '' }, /message\.taskQueue: Expected a non-empty string/],
  [{ ...wakeMessage('a', 0), queue: 'b' }, /message\.queue: Expected no such option of a wake message/],
])('what is no message is refused (%#)', (arrived, complaint) => {
  expect(() => readWakeMessage(arrived)).toThrow(complaint)
})

test('the hops towards an instant are each no longer than the transport takes, and end at or just after it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 0, max: 1e7 }).map((eighths) => eighths / 8),
      (granularityMs, steps, remainingMs) => {
        const transport = { granularityMs, maxDelayMs: granularityMs * steps + granularityMs / 2 }
        const hops: number[] = []
        for (let left = remainingMs; left > 0 && hops.length < 10_000; left -= hops.at(-1)!) {
          hops.push(hopDelayMs(transport, left))
        }
        fc.pre(hops.length < 10_000)
        const sum = hops.reduce((total, hop) => total + hop, 0)
        expect(hops.every((hop) => hop <= transport.maxDelayMs && hop % granularityMs === 0)).toBe(true)
        expect(sum).toBeGreaterThanOrEqual(remainingMs - 1e-6)
        expect(sum - remainingMs).toBeLessThan(granularityMs + 1e-6)
        expect(hops).toHaveLength(Math.ceil(remainingMs / (granularityMs * steps)))
      },
    ),
  )
})

test('a transport says what is wrong with it', () => {
  const send = async () => {}
  expect(() => checkWakeTransport('wake', {})).toThrow(/wake: Expected a wake transport, which has a function `send`/)
  expect(() => checkWakeTransport('wake', { send, maxDelayMs: 500, granularityMs: 1_000 })).toThrow(
    'wake.maxDelayMs: Expected a finite number of at least 1000, got 500.',
  )
})
