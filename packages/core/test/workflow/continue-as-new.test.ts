import { describe, expect, test } from 'vitest'
import { activities } from '../../src/workflow/activities.js'
import { continueAsNew } from '../../src/workflow/continue-as-new.js'
import { receiveSignal } from '../../src/workflow/receive-signal.js'
import { runInfo } from '../../src/workflow/run-info.js'
import { sleep } from '../../src/workflow/sleep.js'
import { failureOf, replays, runOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'

const act = activities<{ a(): Promise<number> }>()

describe('continueAsNew', () => {
  test('ends the run at once, and names the run that goes on', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async (month) => {
        const timer = sleep('365 days')
        await act.a()
        try {
          await continueAsNew([(month as number) + 1, new Date(0)])
        } finally {
          await act.a()
        }
        await timer
      }, 3)
      const turn = run.complete('2', 0, 2_000)
      expect(turn.closing).toEqual({
        type: 'continued-as-new',
        newRunId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        args: '[4,{"$type":"Date","value":"1970-01-01T00:00:00.000Z"}]',
        signals: [],
      })
      expect([turn.nextTimerAt, turn.openActivities, run.lines.at(-1)]).toEqual([null, 0, 'RunContinuedAsNew'])
      replays(run)
    }))

  // TRAPS 25
  test('takes along the signals that nobody has taken', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await receiveSignal('go')
        return continueAsNew()
      })
      run.signal('other', [1])
      run.signal('later', ['x', 2])
      const { closing } = run.signal('go')
      expect(closing).toMatchObject({ signals: ['{"name":"other","args":[1]}', '{"name":"later","args":["x",2]}'] })
      replays(run)
    }))

  test('refuses arguments that can’t be recorded, at the call', () =>
    outsideMicrotasks(() => {
      expect(failureOf(runOf(() => continueAsNew([() => 1])).turn)).toMatchObject({ code: 'FOLIOT_UNENCODABLE_VALUE' })
      expect(failureOf(runOf(() => continueAsNew(5 as never)).turn)).toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
    }))

  test('in a cancelled run rejects instead', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await act.a().catch(() => undefined)
        return continueAsNew()
      })
      expect(run.apply(2_000, { type: 'cancel', receivedAt: 2_000 }).closing?.type).toBe('cancelled')
      replays(run)
    }))
})

describe('a long history', () => {
  test('is suggested to end, from the event that makes it so, the same in replay', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        let steps = 0
        while (!runInfo().continueAsNewSuggested) {
          await sleep(0)
          steps += 1
        }
        return steps
      })
      let turn = run.apply(2_000)
      while (turn.closing === undefined) turn = run.apply(2_000)
      // RunStarted and its TimerStarted, then a fired and a started for each step; it is seen once 10,000 are there.
      expect(turn.closing).toEqual({ type: 'completed', result: '5000' })
      replays(run)
    }))

  test('of many bytes is too', () =>
    outsideMicrotasks(() => {
      const megabyte = 'x'.repeat(1024 * 1024)
      const { run } = runOf(async () => {
        let steps = 0
        for (; !runInfo().continueAsNewSuggested; steps += 1) await act.a()
        return steps
      })
      for (let step = 1; step <= 11; step += 1) run.complete(String(step), megabyte, 2_000 + step)
      expect(run.history.at(-1)).toMatchObject({ type: 'RunCompleted', data: '{"result":11}' })
      replays(run)
    }))
})
