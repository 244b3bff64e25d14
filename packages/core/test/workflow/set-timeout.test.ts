import { describe, expect, test } from 'vitest'
import { clearTimeout, setTimeout } from '../../src/workflow/set-timeout.js'
import { sleep } from '../../src/workflow/sleep.js'
import { now } from '../../src/workflow/time-and-chance.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'
import { runOf, failureOf, replays, setBody } from './body-workflow.js'

describe('setTimeout', () => {
  test('calls back through a durable timer and can be cleared', () =>
    outsideMicrotasks(() => {
      const called: number[] = []
      const { run, turn } = runOf(async () => {
        const first = setTimeout(() => called.push(1), 10)
        setTimeout(() => called.push(2), '10 ms')
        clearTimeout(first)
        clearTimeout(first)
        clearTimeout(undefined)
        await sleep(20)
      })
      expect(run.lines.slice(1)).toEqual(['TimerStarted 1', 'TimerStarted 2', 'TimerCancelled 1', 'TimerStarted 3'])
      expect(turn.timersOpened.map(({ timerId }) => timerId)).toEqual(['2', '3'])
      run.apply(1_020)
      expect(called).toEqual([2])
      replays(run)
    }))

  test('cannot clear a plain sleep', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const nap = sleep(10)
        clearTimeout(1)
        await nap
      })
      expect(run.lines).toEqual(['RunStarted', 'TimerStarted 1'])
    }))

  test('gives a handle that means nothing more once it fired', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const handle = setTimeout(() => undefined, 1)
        await sleep(2)
        const nap = sleep(3, { id: String(handle) })
        clearTimeout(handle)
        await nap
      })
      run.apply(1_002)
      expect(run.lines.slice(-2)).toEqual(['TimerFired 2', 'TimerStarted 1'])
    }))

  test('fails the run when its callback throws', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        setTimeout(() => {
          throw new TypeError('in callback')
        }, 5)
        await sleep(50)
      })
      expect(failureOf(run.apply(1_005))).toMatchObject({ type: 'TypeError', message: 'in callback' })
    }))

  test('is what the sandbox gives to libraries, with delays as the web takes them', () =>
    outsideMicrotasks(() => {
      const seen: number[] = []
      setBody(async () => {
        const { hooks } = run.sandbox.globals
        for (const delay of [NaN, undefined as unknown as number, '7' as unknown as number, Infinity]) {
          hooks.setTimeout?.(() => seen.push(now().getTime()), delay)
        }
        const handle = hooks.setTimeout?.(() => seen.push(-1), 1)
        if (handle !== undefined) hooks.clearTimeout?.(handle)
        await sleep(100)
      })
      const run = new TestRun(1_000)
      run.start('body')
      run.apply(1_100)
      expect(seen).toEqual([1_000, 1_000, 1_000, 1_100])
    }))
})
