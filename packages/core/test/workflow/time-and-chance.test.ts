import { describe, expect, test } from 'vitest'
import { runInfo } from '../../src/workflow/run-info.js'
import { sleep } from '../../src/workflow/sleep.js'
import { now, random, uuid } from '../../src/workflow/time-and-chance.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { runOf, resultOf, replays } from './body-workflow.js'

describe('time and chance', () => {
  test('now is the time of the event that is being answered', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const times = [now().getTime()]
        await sleep(500)
        times.push(now().getTime())
        return times
      })
      expect(resultOf(run.apply(1_700))).toEqual([1_000, 1_700])
      expect(run.sandbox.times).toEqual([1_000, 1_700])
      replays(run)
    }))

  test('the run is seeded by its id before its class is made', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => [typeof random(), uuid().length])
      expect(run.sandbox.seeds).toEqual(['run-1'])
    }))

  test('runInfo tells the identity', () =>
    outsideMicrotasks(() => {
      let info: unknown
      runOf(() => {
        info = runInfo()
      })
      expect(info).toEqual({
        continueAsNewSuggested: false,
        runId: 'run-1',
        workflowId: 'workflow-1',
        workflowType: 'body',
        taskQueue: 'default',
        startedAt: new Date(1_000),
      })
    }))
})
