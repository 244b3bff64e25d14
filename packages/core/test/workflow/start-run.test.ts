import { describe, expect, test } from 'vitest'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { sleep } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'
import { runOf, failureOf, replays, setBody } from './body-workflow.js'

describe('the end of a run', () => {
  test.each<[string, () => unknown, object]>([
    ['a plain Error', () => Promise.reject(new Error('no')), { type: 'Error', message: 'no' }],
    [
      'an error before the first await',
      () => {
        throw new TypeError('early')
      },
      { type: 'TypeError', message: 'early' },
    ],
    ['a thrown string', () => Promise.reject('just text'), { message: 'just text' }],
    ['a thrown undefined', () => Promise.reject(undefined), { message: 'undefined' }],
    // TRAPS 73
    ['a result that cannot be recorded', () => ({ user: { save: () => 1 } }), { code: 'FOLIOT_UNENCODABLE_VALUE' }],
  ])('is a failure by %s', (_, code, failure) =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(code)
      expect(failureOf(turn)).toMatchObject(failure)
      replays(run)
    }),
  )

  test('names the path of a result that cannot be recorded', () =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(() => ({ user: { save: () => 1 } })).turn)['message']).toMatch(/^result\.user\.save /)
    }))

  test('drops what is asked for afterwards', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => {
        void (async () => {
          for (let hop = 0; hop < 20; hop += 1) await Promise.resolve()
          await sleep(5)
        })()
        return 'done'
      })
      expect(run.lines).toEqual(['RunStarted', 'RunCompleted'])
      replays(run)
    }))

  test('by a class that cannot be made is a failure of the run', () =>
    outsideMicrotasks(() => {
      const run = new TestRun(1_000)
      expect(failureOf(run.start('unmakeable'))).toMatchObject({ type: 'Error', message: 'no instance' })
    }))
})

@Workflow('unmakeable')
export class Unmakeable {
  constructor() {
    throw new Error('no instance')
  }
  @Run() run() {
    return 1
  }
}

describe('a bundle without the workflow', () => {
  test('blocks the run and says what it has', () =>
    outsideMicrotasks(() => {
      const run = new TestRun(1_000)
      expect(() => run.start('elsewhere')).toThrow(/no workflow "elsewhere"; it has .*"body"/)
    }))
})

describe('a mismatch under trace', () => {
  test('leads to the author’s call', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => sleep(5))
      setBody(function authorsCall() {
        return sleep(5, { id: 'other' })
      })
      const again = new TestRun(0, true)
      const outcome = again.replay(run.history)
      const { source, message } = outcome.type === 'blocked' ? outcome.reason : { source: undefined, message: '' }
      expect(source?.file).toMatch(/authorsCall/)
      expect(message).toContain('sleep "1"')
      expect(message).toContain('sleep "other"')
    }))
})
