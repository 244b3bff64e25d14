import { expect, test } from 'vitest'
import { Lease } from '../../src/worker/lease.js'
import { ManualClock } from '../support/manual-clock.js'

test('a lease lasts from the moment its renewal was asked for, not from the answer', () => {
  const clock = new ManualClock()
  const lease = new Lease(clock, 1_000)
  clock.advance(900)
  const askedAt = clock.now()
  clock.advance(90)
  lease.renewed(askedAt)
  clock.advance(909)
  expect(lease.mayBeOver).toBe(false)
  clock.advance(1)
  expect(lease.mayBeOver).toBe(true)
})

test('an answer that comes late takes nothing of a later renewal', () => {
  const clock = new ManualClock()
  const lease = new Lease(clock, 1_000)
  lease.renewed(500)
  lease.renewed(100)
  clock.advance(1_400)
  expect(lease.mayBeOver).toBe(false)
})
