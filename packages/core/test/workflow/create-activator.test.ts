import { expect, test } from 'vitest'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { activities } from '../../src/workflow/activities.js'
import { sleep } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'

const email = activities<{ send(to: string): { ok: boolean } }>('email')

@Workflow('onboarding')
class Onboarding {
  @Run() async run(userId: number) {
    const { ok } = await email.send(`user-${userId}`)
    await sleep('30 seconds', { id: 'drip' })
    return [ok, userId]
  }
}

test('a run takes its steps, live and in replay of every commit', () =>
  outsideMicrotasks(() => {
    expect(new Onboarding()).toBeDefined()
    const run = new TestRun(1_000)
    run.start('onboarding', 7)
    run.complete('1', { ok: true }, 2_000)
    expect(run.apply(31_999).events).toEqual([])
    expect(run.apply(32_000).closing).toEqual({ type: 'completed', result: '[true,7]' })
    expect(run.lines).toEqual([
      'RunStarted',
      'ActivityScheduled 1',
      'ActivityCompleted 1',
      'TimerStarted drip',
      'TimerFired drip',
      'RunCompleted',
    ])
    for (const length of [2, 4, 6]) {
      expect(new TestRun().replay(run.history.slice(0, length))).toMatchObject({ type: 'replayed', differences: [] })
    }
  }))
