import { describe, expect, test } from 'vitest'
import { activities } from '../../src/workflow/activities.js'
import { deprecatePatch, patched } from '../../src/workflow/patched.js'
import { replays, resultOf, runOf, setBody } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'

const act = activities<{ a(): Promise<unknown> }>()

type Call = 'no call' | 'patched' | 'deprecated'

/** Code that makes the call, then an activity; it answers what the call said. */
const codeWith = (call: Call) => async (): Promise<unknown> => {
  const answer = call === 'patched' ? patched('p') : call === 'deprecated' ? (deprecatePatch('p'), 'nothing') : 'old'
  await act.a()
  return answer
}

const recorded = (call: Call): TestRun => runOf(codeWith(call)).run

describe('the truth table of patches', () => {
  test.each([
    ['no call', 'old', undefined],
    ['patched', true, { patchId: 'p' }],
    ['deprecated', 'nothing', { patchId: 'p', deprecated: true }],
  ] as const)('live, first execution: %s', (call, answer, marker) =>
    outsideMicrotasks(() => {
      const run = recorded(call)
      const marks = run.history
        .filter(({ type }) => type === 'PatchRecorded')
        .map(({ data }) => JSON.parse(data) as unknown)
      expect(marks).toEqual(marker === undefined ? [] : [marker])
      expect(resultOf(run.complete('1', 0))).toBe(answer)
      replays(run)
    }),
  )

  test.each([
    ['patched', 'no call', 'blocked'],
    ['patched', 'patched', true],
    ['patched', 'deprecated', 'nothing'],
    ['deprecated', 'no call', 'old'],
    ['deprecated', 'patched', true],
    ['deprecated', 'deprecated', 'nothing'],
    // TRAPS 34
    ['no call', 'patched', false],
    ['no call', 'deprecated', 'nothing'],
  ] as const)('a history of “%s”, replayed by code with “%s”: %s', (before, after, answer) =>
    outsideMicrotasks(() => {
      const { history } = recorded(before)
      setBody(codeWith(after))
      const again = new TestRun(1_000)
      const outcome = again.replay(history)
      if (answer === 'blocked') {
        expect(outcome).toMatchObject({ type: 'blocked', reason: { code: 'FOLIOT_NONDETERMINISM' } })
        return
      }
      expect(outcome).toMatchObject({ type: 'replayed', differences: [] })
      const turn = again.complete('1', 0)
      expect(resultOf(turn)).toBe(answer)
      expect(turn.events.map(({ type }) => type)).toEqual(['ActivityCompleted', 'RunCompleted'])
      replays(again)
    }),
  )
})

describe('a patch', () => {
  test('has one answer for the whole life of a run, also when it is first asked in replay', () =>
    outsideMicrotasks(() => {
      const { history } = runOf(async () => {
        await act.a()
        await act.a()
      }).run
      setBody(async () => {
        const first = patched('p')
        await act.a()
        const second = patched('p')
        await act.a()
        return [first, second, patched('other')]
      })
      const again = new TestRun(1_000)
      again.replay(history)
      again.complete('1', 0)
      expect(resultOf(again.complete('2', 0))).toEqual([false, false, true])
      replays(again)
    }))

  test('is recorded once, however often it is asked', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => [patched('p'), patched('p'), patched('q')])
      expect(resultOf(turn)).toEqual([true, true, true])
      expect(run.lines.filter((line) => line === 'PatchRecorded')).toHaveLength(2)
      replays(run)
    }))
})
