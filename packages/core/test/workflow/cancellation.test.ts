import { describe, expect, test } from 'vitest'
import { CancelledFailure } from '../../src/codec/cancelled-failure.js'
import type { CancelInput } from '../../src/engine/input.js'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import type { Turn } from '../../src/engine/turn.js'
import { activities } from '../../src/workflow/activities.js'
import { cancellable, nonCancellable } from '../../src/workflow/cancellable.js'
import type { CancelScope } from '../../src/workflow/cancellable.js'
import { condition } from '../../src/workflow/condition.js'
import { receiveSignal } from '../../src/workflow/receive-signal.js'
import { sleep } from '../../src/workflow/sleep.js'
import { startTimer } from '../../src/workflow/start-timer.js'
import { failureOf, replays, resultOf, runOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import type { TestRun } from './run-workflow.js'

const act = activities<{ a(): Promise<number>; b(): Promise<number>; undo(): Promise<number> }>()

const cancelInput = (receivedAt: number, reason?: string): CancelInput => ({
  type: 'cancel',
  receivedAt,
  ...(reason !== undefined && { reason }),
})

const cancel = (run: TestRun, now = 2_000, reason?: string): Turn => run.apply(now, cancelInput(now, reason))

const messageOf = async (wait: Promise<unknown>): Promise<string> => {
  try {
    return `gave ${String(await wait)}`
  } catch (error) {
    return CancelledFailure.is(error) ? 'cancelled' : String(error)
  }
}

describe('cancelling a run', () => {
  test.each([
    ['a sleep', () => sleep('1 day'), ['TimerCancelled 1']],
    ['an activity', () => act.a(), ['ActivityCancelRequested 1']],
    ['a condition', () => condition(() => false), []],
    ['a condition with a time-out', () => condition(() => false, { timeout: 50_000 }), ['TimerCancelled 1']],
    ['a signal', () => receiveSignal('s'), []],
    ['a signal with a time-out', () => receiveSignal('s', { timeout: 50_000 }), ['TimerCancelled 1']],
    ['a handle', () => startTimer('t', 50_000).fired(), ['TimerCancelled t']],
  ])('takes back what it waits for, and it ends as cancelled: %s', (_, wait: () => Promise<unknown>, taken) =>
    outsideMicrotasks(() => {
      const { run } = runOf(wait)
      const before = run.lines.length
      const turn = cancel(run, 2_000, 'changed our mind')
      expect(run.lines.slice(before)).toEqual(['CancelRequested', ...taken, 'RunCancelled'])
      expect(turn.closing).toMatchObject({ type: 'cancelled' })
      expect(turn.closing).toHaveProperty('failure', expect.stringContaining('changed our mind'))
      expect([turn.nextTimerAt, turn.openActivities]).toEqual([null, 0])
      replays(run)
    }),
  )

  test('lets it clean up where no cancellation reaches', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        try {
          await sleep('1 day')
        } catch (error) {
          await nonCancellable(async () => {
            await act.undo()
            await sleep(10)
          })
          throw error
        }
      })
      expect(cancel(run).closing).toBeUndefined()
      expect(run.complete('2', 0, 2_100).closing).toBeUndefined()
      expect(run.apply(2_110).closing?.type).toBe('cancelled')
      replays(run)
    }))

  test('may be answered with a result', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => messageOf(act.a()))
      expect(resultOf(cancel(run))).toBe('cancelled')
      replays(run)
    }))

  test('is for good: what waits later rejects at once and asks for nothing', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => [
        await messageOf(act.a()),
        await messageOf(sleep(5)),
        await messageOf(act.b()),
        await messageOf(condition(() => false)),
        await messageOf(receiveSignal('s')),
      ])
      expect(resultOf(cancel(run))).toEqual(Array.from({ length: 5 }, () => 'cancelled'))
      expect(run.lines).toEqual([
        'RunStarted',
        'ActivityScheduled 1',
        'CancelRequested',
        'ActivityCancelRequested 1',
        'RunCompleted',
      ])
      replays(run)
    }))

  test('a second time changes nothing', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => nonCancellable(() => act.a()))
      cancel(run, 2_000, 'first')
      cancel(run, 2_001, 'second')
      expect(resultOf(run.complete('1', 7, 2_002))).toBe(7)
      replays(run)
    }))

  test('with an error of its own on the way fails it', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await act.a().catch(() => {
          throw new Error('cleanup went wrong')
        })
      })
      expect(failureOf(cancel(run)).message).toBe('cleanup went wrong')
      replays(run)
    }))

  test('of an activity: a result on its way changes nothing', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await messageOf(act.a())
        return nonCancellable(() => act.b())
      })
      const turn = cancel(run)
      expect(turn.activitiesClosed).toEqual(['1'])
      expect(run.complete('1', 'late', 2_010).events).toEqual([])
      expect(resultOf(run.complete('2', 'b', 2_020))).toBe('b')
      replays(run)
    }))
})

describe('a scope', () => {
  test('is cancelled without the rest of the run', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        let held!: CancelScope
        const inner = cancellable(async (scope) => {
          held = scope
          return act.a()
        })
        const outer = act.b()
        await sleep(5)
        held.cancel('enough')
        return [await messageOf(inner), held.cancelled, await outer]
      })
      run.apply(1_005)
      expect(run.lines.slice(-2)).toEqual(['TimerFired 3', 'ActivityCancelRequested 1'])
      expect(resultOf(run.complete('2', 'b', 1_010))).toEqual(['cancelled', true, 'b'])
      replays(run)
    }))

  test('is found after any number of awaits, in scopes within it, and not outside of it', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        let held!: CancelScope
        const order: string[] = []
        const inner = cancellable(async (scope) => {
          held = scope
          await null
          await Promise.all([Promise.resolve().then(() => null)])
          const innermost = cancellable(async () => {
            await null
            order.push(await messageOf(sleep('1 day')))
          })
          const shielded = nonCancellable(() => sleep(20).then(() => order.push('shielded')))
          await innermost
          await shielded
          order.push(await messageOf(act.a()))
        })
        await null
        const beside = sleep(30).then(() => order.push('beside'))
        await sleep(10)
        held.cancel()
        await inner
        await beside
        return order
      })
      for (const now of [1_010, 1_020, 1_030]) run.apply(now)
      const last = run.history.at(-1)
      expect(last?.type).toBe('RunCompleted')
      expect(JSON.parse(last?.data ?? '')).toEqual({
        result: ['cancelled', 'shielded', 'cancelled', 'beside'],
      })
      replays(run)
    }))

  test('opened in a cancelled one is cancelled from the start', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await messageOf(act.a())
        return [
          await messageOf(cancellable(() => act.b())),
          await messageOf(nonCancellable(() => cancellable(() => act.b()))),
        ]
      })
      cancel(run)
      expect(resultOf(run.complete('2', 'b', 2_010))).toEqual(['cancelled', 'gave b'])
      replays(run)
    }))

  test('takes its own handles along; who waits for one elsewhere hears that it is cancelled', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        let held!: CancelScope
        let handle!: ReturnType<typeof startTimer>
        const inner = cancellable((scope) => {
          held = scope
          handle = startTimer('t', 1_000)
          return handle.fired()
        })
        const outside = handle.fired()
        held.cancel()
        return [await messageOf(inner), await outside]
      })
      expect(run.lines).toEqual(['RunStarted', 'TimerStarted t', 'TimerCancelled t', 'RunCompleted'])
      expect(JSON.parse(run.history.at(-1)?.data ?? '')).toEqual({ result: ['cancelled', 'cancelled'] })
      replays(run)
    }))

  test('may only be given a function', () =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(() => cancellable(5 as never)).turn)).toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
    }))
})

describe('an activity that is scheduled and cancelled in one turn', () => {
  test('is never started', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() =>
        messageOf(
          cancellable((scope) => {
            const result = act.a()
            scope.cancel()
            return result
          }),
        ),
      )
      expect(scheduledActivities(turn)).toEqual([])
      expect(turn.openActivities).toBe(0)
      expect(resultOf(turn)).toBe('cancelled')
      replays(run)
    }))
})
