import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DatabaseClock } from '../../src/worker/database-clock.js'
import { ManualClock } from '../support/manual-clock.js'

test('the bound never exceeds database time, however long replies are under way', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pause: fc.nat(20_000), transit: fc.nat(500) }), { minLength: 1 }),
      fc.nat(10_000),
      (replies, later) => {
        const clock = new ManualClock()
        const databaseClock = new DatabaseClock(clock)
        const origin = 1_700_000_000_000
        for (const { pause, transit } of replies) {
          clock.advance(pause)
          const made = origin + clock.now()
          clock.advance(transit)
          databaseClock.observe(made)
          expect(databaseClock.now()).toBeLessThanOrEqual(origin + clock.now())
        }
        clock.advance(later)
        expect(databaseClock.now()).toBeLessThanOrEqual(origin + clock.now())
        const longest = Math.max(...replies.map(({ transit }) => transit))
        expect(databaseClock.now()).toBeGreaterThanOrEqual(origin + clock.now() - longest - 1)
      },
    ),
  )
})

test('a database clock that was set back is believed again after a reset', () => {
  const clock = new ManualClock()
  const databaseClock = new DatabaseClock(clock)
  databaseClock.observe(50_000)
  databaseClock.observe(40_000)
  expect(databaseClock.now()).toBe(50_000)
  databaseClock.reset(40_000)
  expect(databaseClock.now()).toBe(40_000)
  expect(databaseClock.msUntil(40_250)).toBe(250)
})
