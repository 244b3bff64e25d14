import { describe, expect, test } from 'vitest'
import { sideEffect } from '../../src/workflow/side-effect.js'
import { sleep } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'
import { runOf, resultOf, failureOf, replays, setBody } from './body-workflow.js'

describe('sideEffect', () => {
  test('runs once and is read from the record afterwards', () =>
    outsideMicrotasks(() => {
      let calls = 0
      const code = async () => {
        const value = sideEffect(() => ({ n: (calls += 1), at: new Date(5), list: new Set([1]) }), { id: 'pick' })
        await sleep(1)
        return value
      }
      const { run } = runOf(code)
      run.apply(1_001)
      expect(run.lines[1]).toBe('SideEffectRecorded pick')
      replays(run)
      expect(calls).toBe(1)
    }))

  test('records an error and throws it again', () =>
    outsideMicrotasks(() => {
      let calls = 0
      const { run, turn } = runOf(() => {
        try {
          return sideEffect(() => {
            calls += 1
            throw new RangeError('no entropy')
          })
        } catch (error) {
          return (error as Error).message
        }
      })
      expect(resultOf(turn)).toBe('no entropy')
      replays(run)
      expect(calls).toBe(1)
    }))

  test('refuses a function that returns a promise, and says what to use', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => sideEffect(() => Promise.reject(new Error('floating'))))
      expect(failureOf(turn)['message']).toMatch(/synchronous function.*returned a promise.*activity/)
      replays(run)
    }))

  test('refuses a value that cannot be recorded, the same way in replay', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => sideEffect(() => ({ save: () => 1 })))
      expect(failureOf(turn)['message']).toMatch(/^value\.save is a function/)
      replays(run)
    }))

  test('refuses steps inside', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => sideEffect(() => void sleep(1)))
      expect(failureOf(turn)['message']).toMatch(/sleep\(\) was called by the function of a side effect/)
      expect(run.lines).toEqual(['RunStarted', 'SideEffectRecorded 1', 'RunFailed'])
    }))

  // TRAPS 32
  test('that is not in the history blocks the run and does not run', () =>
    outsideMicrotasks(() => {
      let calls = 0
      const { run } = runOf(() => sleep(5))
      setBody(() => {
        try {
          sideEffect(() => (calls += 1))
        } catch {
          // Even code that swallows everything can't get past it.
        }
        return sleep(5)
      })
      expect(new TestRun().replay(run.history)).toMatchObject({
        type: 'blocked',
        reason: { code: 'FOLIOT_NONDETERMINISM', seq: 2, produced: 'SideEffectRecorded, side effect "1"' },
      })
      expect(calls).toBe(0)
    }))
})
