import { describe, expect, test } from 'vitest'
import { activities } from '../../src/workflow/activities.js'
import { race, withTimeout } from '../../src/workflow/race.js'
import { receiveSignal } from '../../src/workflow/receive-signal.js'
import { sleep } from '../../src/workflow/sleep.js'
import { startTimer } from '../../src/workflow/start-timer.js'
import { now } from '../../src/workflow/time-and-chance.js'
import { failureOf, replays, resultOf, runOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { completed, failed, signalled } from './run-workflow.js'

const act = activities<{ a(): Promise<number>; b(): Promise<number> }>()

describe('race', () => {
  // TRAPS 10
  test('cancels the losing timer durably: nothing wakes the run later', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const first = await race({ paid: receiveSignal<number>('paid'), late: sleep('3 days') })
        await act.a()
        return first.winner === 'paid' ? first.value.payload : 'late'
      })
      const turn = run.signal('paid', [7], 2_000)
      expect(run.lines.slice(1)).toEqual([
        'TimerStarted 1',
        'SignalReceived paid',
        'TimerCancelled 1',
        'ActivityScheduled 2',
      ])
      expect([turn.timersClosed, turn.nextTimerAt]).toEqual([['1'], null])
      expect(resultOf(run.complete('2', 0, 2_100))).toBe(7)
      replays(run)
    }))

  test('whose timer wins takes no signal and tells the activities', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const { winner } = await race({ signal: receiveSignal('s'), work: act.a(), late: sleep(50) })
        return [winner, (await receiveSignal('s')).payload]
      })
      run.apply(1_050)
      expect(run.lines.slice(-2)).toEqual(['TimerFired 2', 'ActivityCancelRequested 1'])
      expect(resultOf(run.signal('s', ['kept'], 1_060))).toEqual(['late', 'kept'])
      replays(run)
    }))

  test('runs functions in scopes of their own, and takes back all that the losers wait for', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const cleaned: string[] = []
        const first = await race({
          quick: async () => {
            await null
            return act.a()
          },
          slow: async () => {
            try {
              await Promise.all([sleep(500), act.b()])
            } finally {
              cleaned.push('slow')
            }
          },
        })
        return [first.winner, first.value, cleaned]
      })
      const turn = run.apply(1_100, completed('3', 'done', 1_100))
      expect(resultOf(turn)).toEqual(['quick', 'done', ['slow']])
      expect(run.lines.slice(-4)).toEqual([
        'ActivityCompleted 3',
        'ActivityCancelRequested 2',
        'TimerCancelled 1',
        'RunCompleted',
      ])
      replays(run)
    }))

  // TRAPS 26
  test.each([0, 1, 7])('is decided by what was recorded first, %i hops behind', (hops) =>
    outsideMicrotasks(() => {
      const behind = async (wait: Promise<unknown>): Promise<unknown> => {
        const value = await wait
        for (let hop = 0; hop < hops; hop += 1) await null
        return value
      }
      const { run } = runOf(async () => (await race({ a: () => behind(act.a()), b: act.b() })).winner)
      expect(resultOf(run.apply(1_100, completed('2', 2, 1_050), completed('1', 1, 1_050)))).toBe('a')
      replays(run)
    }),
  )

  // TRAPS 27
  test('leaves `now` at the event that decided it', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await race({ a: act.a(), late: sleep(1_000) })
        return now().getTime()
      })
      run.apply(1_200, completed('1', 1, 1_150))
      expect(JSON.parse(run.history.at(-1)?.data ?? '')).toEqual({ result: 1_200 })
      replays(run)
    }))

  test('rejects with what its first branch rejects with', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => race({ a: act.a(), late: sleep(1_000) }))
      expect(failureOf(run.apply(1_100, failed('1', new Error('no'), 1_100)))).toMatchObject({
        type: 'ActivityFailure',
      })
      expect(run.lines).toContain('TimerCancelled 2')
      replays(run)
    }))

  test('cancels the timer of a handle that loses, and leaves one that wins', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const deadline = startTimer('deadline', 100)
        const first = await race({ signal: receiveSignal('s'), deadline: deadline.fired() })
        return [first.winner, await deadline.fired()]
      })
      expect(resultOf(run.apply(1_050, signalled('s', [], 1_050)))).toEqual(['signal', 'cancelled'])
      replays(run)
    }))

  test.each([[undefined], [{}], [{ a: 5 }], [null]])('refuses %j', (branches) =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(() => race(branches as never)).turn)).toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
    }),
  )
})

describe('withTimeout', () => {
  test('gives what it waits for in time, and cancels its timer', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => withTimeout('1 hour', act.a()))
      expect(resultOf(run.complete('1', 5, 1_100))).toBe(5)
      expect(run.lines.slice(-2)).toEqual(['TimerCancelled 2', 'RunCompleted'])
      replays(run)
    }))

  test('rejects when the time is over, and takes back what it waited for', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const late = await withTimeout(50, () => act.a()).catch((error: unknown) => (error as { code: string }).code)
        await act.b()
        return late
      })
      run.apply(1_050)
      expect(run.lines.slice(-3)).toEqual(['TimerFired 2', 'ActivityCancelRequested 1', 'ActivityScheduled 3'])
      expect(resultOf(run.complete('3', 0, 1_060))).toBe('FOLIOT_WAIT_TIMED_OUT')
      replays(run)
    }))

  test('ends with any wait at the run’s cancellation', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => withTimeout('1 hour', new Promise(() => undefined)))
      const turn = run.apply(1_100, { type: 'cancel', receivedAt: 1_100 })
      expect(turn.closing?.type).toBe('cancelled')
      replays(run)
    }))
})
