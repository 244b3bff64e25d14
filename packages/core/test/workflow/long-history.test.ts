import { describe, expect, test } from 'vitest'
import { activities } from '../../src/workflow/activities.js'
import { sleep } from '../../src/workflow/sleep.js'
import { runOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'

const work = activities<{ step(index: number): number }>('work')

describe('a history of 10,000 events', () => {
  test('replays to its end and goes on', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        for (let index = 0; index < 2_500; index += 1) {
          await work.step(index)
          await sleep(1)
        }
        await sleep('1 day', { id: 'last' })
      })
      for (let index = 0, now = 1_000; index < 2_500; index += 1) {
        run.complete(String(2 * index + 1), index, now)
        now += 1
        run.apply(now)
      }
      expect(run.history).toHaveLength(10_002)
      const again = new TestRun()
      expect(again.replay(run.history)).toMatchObject({
        type: 'replayed',
        open: { timers: [{ timerId: 'last' }], activities: [] },
        differences: [],
      })
      expect(again.machine.seq).toBe(10_002)
      expect(again.apply(86_500_000).closing?.type).toBe('completed')
    }))

  test('holds 5,000 open timers and activities at once', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const all: Promise<unknown>[] = []
        for (let index = 0; index < 5_000; index += 1) all.push(work.step(index), sleep((index * 7_919) % 5_003))
        return (await Promise.all(all)).length
      })
      const again = new TestRun()
      const outcome = again.replay(run.history)
      expect(outcome.type === 'replayed' && outcome.open.activities.length).toBe(5_000)
      const results = Array.from({ length: 5_000 }, (_, index) => ({
        type: 'activity-result' as const,
        activityId: String(2 * index + 1),
        attempt: 1,
        receivedAt: 7_000,
        outcome: { type: 'completed' as const, result: '1' },
      }))
      expect(again.apply(7_000, ...results).closing).toEqual({ type: 'completed', result: '10000' })
    }))
})
