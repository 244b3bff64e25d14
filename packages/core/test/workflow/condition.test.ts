import { describe, expect, test } from 'vitest'
import { activities } from '../../src/workflow/activities.js'
import { condition } from '../../src/workflow/condition.js'
import { sleep } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { failureOf, replays, resultOf, runOf } from './body-workflow.js'

const act = activities<{ a(): Promise<number>; b(): Promise<number> }>()

describe('condition', () => {
  test('that holds already waits for nothing and starts no timer', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => condition(() => true, { timeout: 5 }))
      expect(resultOf(turn)).toBe(true)
      expect(run.lines).toEqual(['RunStarted', 'RunCompleted'])
    }))

  test('is looked at after each event, once what the event set off has run', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        let sum = 0
        void act.a().then(async (value) => {
          await Promise.resolve()
          sum += value
        })
        void act.b().then((value) => (sum += value))
        return [await condition(() => sum >= 3), sum]
      })
      expect(run.complete('1', 1, 1_010).closing).toBeUndefined()
      expect(resultOf(run.complete('2', 2, 1_020))).toEqual([true, 3])
      replays(run)
    }))

  test('that holds in time cancels its time-out', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(async () => {
        let isDone = false
        void act.a().then(() => (isDone = true))
        const inTime = await condition(() => isDone, { timeout: '1 day' })
        await sleep(5)
        return inTime
      })
      expect(turn.timersOpened).toEqual([{ timerId: '2', kind: 'timeout', fireAt: 86_401_000 }])
      const next = run.complete('1', 0, 2_000)
      expect([next.timersClosed, next.nextTimerAt]).toEqual([['2'], 2_005])
      expect(resultOf(run.apply(2_005))).toBe(true)
      replays(run)
    }))

  test('that doesn’t hold in time says so, and is looked at no more', () =>
    outsideMicrotasks(() => {
      let looks = 0
      const { run } = runOf(async () => {
        const held = await condition(() => (looks += 1) < 0, { timeout: 50 })
        await sleep(5)
        return held
      })
      run.apply(1_050)
      const before = looks
      expect(resultOf(run.apply(1_055))).toBe(false)
      expect(looks).toBe(before)
    }))

  test('of several, each goes on before the next is looked at', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const order: string[] = []
        let tokens = 0
        const take = async (name: string) => {
          await condition(() => tokens > 0)
          tokens -= 1
          order.push(name)
        }
        const all = Promise.all([take('first'), take('second')])
        await act.a()
        tokens = 1
        await act.b()
        tokens += 1
        await all
        return order
      })
      expect(run.complete('1', 0, 1_010).closing).toBeUndefined()
      expect(resultOf(run.complete('2', 0, 1_020))).toEqual(['first', 'second'])
      replays(run)
    }))

  test('whose predicate throws, or asks for a step, rejects', () =>
    outsideMicrotasks(() => {
      const thrown = runOf(async () => {
        let isBroken = false
        void act.a().then(() => (isBroken = true))
        return condition(() => {
          if (isBroken) throw new RangeError('broken')
          return false
        })
      })
      expect(failureOf(thrown.run.complete('1', 0, 1_010))).toMatchObject({ type: 'RangeError', message: 'broken' })
      replays(thrown.run)
      expect(failureOf(runOf(() => condition(() => act.a())).turn).code).toBe('FOLIOT_READ_ONLY_CONTEXT')
    }))

  test('refuses what isn’t a predicate', () =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(() => condition(true as never)).turn).code).toBe('FOLIOT_INVALID_OPTION')
    }))
})
