import { describe, expect, test } from 'vitest'
import { activities } from '../../src/workflow/activities.js'
import { sleep } from '../../src/workflow/sleep.js'
import { startTimer } from '../../src/workflow/start-timer.js'
import type { TimerHandle } from '../../src/workflow/timer-handle.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { failureOf, replays, resultOf, runOf } from './body-workflow.js'

const act = activities<{ a(): Promise<string> }>()

describe('startTimer', () => {
  test('returns at once, and its outcome is there when it is asked for', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(async () => {
        const timer = startTimer('deadline', 50)
        const result = await act.a()
        return [result, await timer.fired(), await timer.fired()]
      })
      expect(turn.timersOpened).toEqual([{ timerId: 'deadline', kind: 'timer', fireAt: 1_050 }])
      run.apply(1_060)
      expect(resultOf(run.complete('2', 'done', 1_070))).toEqual(['done', 'fired', 'fired'])
      expect(run.lines).toEqual([
        'RunStarted',
        'TimerStarted deadline',
        'ActivityScheduled 2',
        'TimerFired deadline',
        'ActivityCompleted 2',
        'RunCompleted',
      ])
      replays(run)
    }))

  test('with the anchor await has no clock until somebody waits', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(async () => {
        const timer = startTimer('patience', 50, { anchor: 'await' })
        await act.a()
        return timer.fired()
      })
      expect([turn.timersOpened, turn.nextTimerAt]).toEqual([[], null])
      const later = run.complete('2', 'done', 5_000)
      expect(later.timersOpened).toEqual([{ timerId: 'patience', kind: 'timer', fireAt: 5_050 }])
      expect(resultOf(run.apply(5_050))).toBe('fired')
      expect(run.lines.slice(-4)).toEqual([
        'ActivityCompleted 2',
        'TimerArmed patience',
        'TimerFired patience',
        'RunCompleted',
      ])
      replays(run)
    }))

  test('cancelled leaves one event, fires never, and says so again', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(async () => {
        const timer = startTimer('t', 50)
        const waiting = timer.fired()
        timer.cancel()
        timer.cancel()
        return [await waiting, await timer.fired(), await act.a()]
      })
      expect([turn.timersOpened, turn.nextTimerAt]).toEqual([[], null])
      expect(resultOf(run.complete('2', 'a', 2_000))).toEqual(['cancelled', 'cancelled', 'a'])
      expect(run.lines.filter((line) => line.startsWith('Timer'))).toEqual(['TimerStarted t', 'TimerCancelled t'])
      replays(run)
    }))

  // TRAPS 9
  test('reset is two events, and a wait that was under way goes on to the new time', () =>
    outsideMicrotasks(() => {
      let timer: TimerHandle
      const { run } = runOf(async () => {
        timer = startTimer('sla', 100)
        const waiting = timer.fired()
        await act.a()
        timer.reset(500)
        return waiting
      })
      const turn = run.complete('2', 'more', 1_090)
      expect(turn.timersOpened).toEqual([{ timerId: 'sla', kind: 'timer', fireAt: 1_590 }])
      expect(run.lines.slice(-2)).toEqual(['TimerCancelled sla', 'TimerStarted sla'])
      expect(run.apply(1_100).events).toEqual([])
      expect(resultOf(run.apply(1_590))).toBe('fired')
      replays(run)
    }))

  test.each(['start', 'await'] as const)('reset after its end starts it anew, with one event (%s)', (anchor) =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const timer = startTimer('t', 10, { anchor })
        const first = await timer.fired()
        timer.reset(20)
        const second = timer.fired()
        timer.cancel()
        timer.reset(30)
        return [first, await second, await timer.fired()]
      })
      run.apply(1_010)
      const end = run.apply(1_040)
      expect(resultOf(end)).toEqual(['fired', 'cancelled', 'fired'])
      replays(run)
    }),
  )

  test('waited for, an await-anchored timer keeps its clock over a reset', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const timer = startTimer('t', 100, { anchor: 'await' })
        const waiting = timer.fired()
        await act.a()
        timer.reset(300)
        return waiting
      })
      expect(run.complete('2', 'x', 1_050).timersOpened).toMatchObject([{ fireAt: 1_350 }])
      expect(resultOf(run.apply(1_350))).toBe('fired')
      replays(run)
    }))

  // TRAPS 10
  test('under an id that is started already keeps the first arming, with a warning; after its end the id is free', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const first = startTimer('t', 10)
        const second = startTimer('t', 99)
        const outcomes = [first === second, await second.fired()]
        return [...outcomes, await startTimer('t', 5).fired()]
      })
      expect(run.sandbox.lines.map(({ message }) => message)).toEqual([expect.stringContaining('keeps its time')])
      run.apply(1_010)
      expect(resultOf(run.apply(1_015))).toEqual([true, 'fired', 'fired'])
      expect(run.lines.filter((line) => line === 'TimerStarted t')).toHaveLength(2)
      replays(run)
    }))

  test('and a sleep don’t share an id', () =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(() => Promise.all([sleep(5, { id: 'x' }), startTimer('x', 5).fired()])).turn).code).toBe(
        'FOLIOT_TIMER_ID_IN_USE',
      )
      const { run } = runOf(async () => {
        const timer = startTimer('x', 5)
        timer.cancel()
        await sleep(7, { id: 'x' })
        return timer.fired()
      })
      expect(resultOf(run.apply(1_007))).toBe('cancelled')
      replays(run)
    }))

  test('races a step by recorded order, and the loser may be cancelled', () =>
    outsideMicrotasks(() => {
      const race = async () => {
        const deadline = startTimer('deadline', 50)
        const won = await Promise.race([act.a(), deadline.fired()])
        deadline.cancel()
        return won
      }
      const late = runOf(race)
      expect(resultOf(late.run.complete('2', 'a', 1_060))).toBe('fired')
      replays(late.run)
      const early = runOf(race)
      const turn = early.run.complete('2', 'a', 1_049)
      expect([resultOf(turn), turn.timersClosed]).toEqual(['a', ['deadline']])
      replays(early.run)
    }))

  test.each([
    ['an empty id', () => startTimer('', 5)],
    ['a reserved id', () => startTimer('__x', 5)],
    ['a duration that isn’t one', () => startTimer('t', NaN)],
    ['an anchor that isn’t one', () => startTimer('t', 5, { anchor: 'end' as 'start' })],
  ])('refuses %s', (_what, code) =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(code).turn).code).toBe('FOLIOT_INVALID_OPTION')
    }),
  )
})
