import { expect, test } from 'vitest'
import { ActivitySlots } from '../../src/worker/activity-slots.js'

test('slots are given while some are free, and what runs in any case counts too', () => {
  const slots = new ActivitySlots(2)
  expect([slots.take(), slots.take(), slots.take()]).toEqual([true, true, false])
  slots.occupy()
  expect(slots.free).toBe(0)
  slots.give()
  expect([slots.free, slots.take()]).toEqual([0, false])
  slots.give()
  expect([slots.free, slots.take()]).toEqual([1, true])
})
