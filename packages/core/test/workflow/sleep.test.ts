import { describe, expect, test } from 'vitest'
import { sleep, sleepUntil } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { runOf, failureOf } from './body-workflow.js'

describe('sleep', () => {
  test('records id, duration and wake time', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => sleep('2 minutes', { id: 'nap' }))
      expect(JSON.parse(run.history[1]?.data ?? '')).toEqual({
        timerId: 'nap',
        kind: 'sleep',
        durationMs: 120_000,
        fireAt: '1970-01-01T00:02:01.000Z',
      })
    }))

  test('without an id is known by its step, past ids that look like one', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => Promise.all([sleep(5, { id: '2' }), sleep(5), sleep(5)]))
      expect(run.lines).toEqual(['RunStarted', 'TimerStarted 2', 'TimerStarted 3', 'TimerStarted 4'])
    }))

  // TRAPS 4
  test.each([0, -5])('of %i ms is over in the same turn, with the same events', (ms) =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => sleep(ms))
      expect(run.lines).toEqual(['RunStarted', 'TimerStarted 1', 'TimerFired 1', 'RunCompleted'])
      expect(turn.timersOpened).toEqual([])
      expect(JSON.parse(run.history[1]?.data ?? '')).toMatchObject({
        durationMs: 0,
        fireAt: '1970-01-01T00:00:01.000Z',
      })
    }),
  )

  // TRAPS 3, 5
  test('holds for 400 days, to the millisecond, and rounds up', () =>
    outsideMicrotasks(() => {
      const days = 400 * 86_400_000
      expect(runOf(() => sleep({ days: 400 })).turn.nextTimerAt).toBe(1_000 + days)
      expect(runOf(() => sleep(0.2)).turn.nextTimerAt).toBe(1_001)
    }))

  test('until an instant records no duration, and is over at once if that is past', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => sleepUntil('1970-01-01T01:00:02+01:00'))
      expect(turn.nextTimerAt).toBe(2_000)
      expect(JSON.parse(run.history[1]?.data ?? '')).not.toHaveProperty('durationMs')
      expect(runOf(() => sleepUntil(new Date(-5))).turn.closing?.type).toBe('completed')
    }))

  // TRAPS 11
  test('may use an id again once it fired, and not before', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        for (let i = 0; i < 3; i += 1) await sleep(1, { id: 'poll' })
      })
      for (let at = 1_001; at <= 1_003; at += 1) run.apply(at)
      expect(run.lines.at(-1)).toBe('RunCompleted')
      const { turn } = runOf(() => Promise.all([sleep(1, { id: 'poll' }), sleep(1, { id: 'poll' })]))
      expect(failureOf(turn)).toMatchObject({ code: 'FOLIOT_TIMER_ID_IN_USE' })
      expect(failureOf(turn)['message']).toMatch(/"poll".*hasn't fired.*leave the id out/)
    }))

  test.each([
    ['an unknown unit', () => sleep('3 fortnights' as '3 days')],
    ['NaN', () => sleep(NaN)],
    ['months', () => sleep({ months: 1 } as object)],
    ['an empty id', () => sleep(1, { id: '' })],
    ['a reserved id', () => sleep(1, { id: '__x' })],
    ['a misspelt option', () => sleep(1, { name: 'x' } as object)],
    ['a number as an instant', () => sleepUntil(5 as unknown as Date)],
    ['an instant without an offset', () => sleepUntil('2026-01-01T00:00:00')],
  ])('refuses %s at the call, before anything is recorded', (_, call) =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(call)
      expect(failureOf(turn)).toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
      expect(run.lines).toEqual(['RunStarted', 'RunFailed'])
    }),
  )
})
