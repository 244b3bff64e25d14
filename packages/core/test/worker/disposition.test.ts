import { expect, test } from 'vitest'
import { decideDisposition } from '../../src/worker/disposition.js'

const settled = { unsettled: false, timeoutAt: undefined }
const context = { now: 10_000, localActivities: 0, unwrittenResults: false, shuttingDown: false }

test('a closing turn closes the run, whatever else is true', () => {
  const turn = { closing: { type: 'completed' as const, result: 'null' }, nextTimerAt: 10_001 }
  expect(decideDisposition({ ...settled, unsettled: true }, turn, { ...context, localActivities: 3 })).toEqual({
    type: 'close',
  })
})

test('a run that waits for this worker’s slots costs no write of its row', () => {
  expect(decideDisposition(settled, { nextTimerAt: 99_000 }, { ...context, localActivities: 1 })).toEqual({
    type: 'hold',
  })
})

test('a takeover is settled on the row even if the run would be held', () => {
  expect(
    decideDisposition({ ...settled, unsettled: true }, { nextTimerAt: null }, { ...context, localActivities: 1 }),
  ).toEqual({
    type: 'keep',
    wakeAt: null,
  })
})

test('a run stays for a timer of the next five seconds, and is let go for a later one', () => {
  expect(decideDisposition(settled, { nextTimerAt: 15_000 }, context)).toEqual({ type: 'keep', wakeAt: 15_000 })
  expect(decideDisposition(settled, { nextTimerAt: 15_001 }, context)).toEqual({ type: 'park', wakeAt: 15_001 })
  expect(decideDisposition(settled, { nextTimerAt: null }, context)).toEqual({ type: 'park', wakeAt: null })
})

test('a run’s time-out wakes it like a timer', () => {
  expect(decideDisposition({ ...settled, timeoutAt: 12_000 }, { nextTimerAt: 90_000 }, context)).toEqual({
    type: 'keep',
    wakeAt: 12_000,
  })
})

test('a worker that shuts down keeps nothing that only waits', () => {
  expect(decideDisposition(settled, { nextTimerAt: 10_500 }, { ...context, shuttingDown: true })).toEqual({
    type: 'park',
    wakeAt: 10_500,
  })
})

test('a run with a result that only this process knows stays', () => {
  const unwritten = { ...context, unwrittenResults: true }
  expect(decideDisposition(settled, { nextTimerAt: null }, unwritten)).toEqual({ type: 'hold' })
  expect(decideDisposition(settled, { nextTimerAt: 99_000 }, { ...unwritten, shuttingDown: true })).toEqual({
    type: 'hold',
  })
})
