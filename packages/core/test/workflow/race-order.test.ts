import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { activities } from '../../src/workflow/activities.js'
import { sleep } from '../../src/workflow/sleep.js'
import { now } from '../../src/workflow/time-and-chance.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { completed, TestRun } from './run-workflow.js'

interface Branch {
  readonly timer: boolean
  readonly hops: number
  /** When it settles; a tie goes to the timer. */
  readonly at: number
}

const work = activities<{ step(index: number): string }>('work')

const follow = async ({ timer, hops, at }: Branch, index: number): Promise<number> => {
  for (let hop = 0; hop < hops; hop += 1) await Promise.resolve()
  await (timer ? sleep(at, { id: `t${index}` }) : work.step(index))
  for (let hop = 0; hop < hops; hop += 1) await Promise.resolve()
  return index
}

@Workflow('race')
export class RaceWorkflow {
  @Run() async run(branches: readonly Branch[]) {
    const settled: number[] = []
    const racing = branches.map(async (branch, index) => {
      settled.push(await follow(branch, index))
      return index
    })
    const winner = await Promise.race(racing)
    const decidedAt = now().getTime()
    await Promise.all(racing)
    return { winner, decidedAt, settled }
  }
}

const branches = fc.array(
  fc.record({ timer: fc.boolean(), hops: fc.nat({ max: 6 }), at: fc.integer({ min: 1, max: 30 }) }),
  { minLength: 1, maxLength: 6 },
)

// TRAPS 26, 27
describe('history order', () => {
  test('alone decides races, however many hops a branch takes and however late everything is seen', () =>
    outsideMicrotasks(() => {
      fc.assert(
        fc.property(branches, fc.boolean(), (all, atOnce) => {
          const run = new TestRun(0)
          const activitiesScheduled = scheduledActivities(run.start('race', all))
          const results = activitiesScheduled
            .map(({ activityId, args }) => {
              const [index] = JSON.parse(args) as [number]
              return completed(activityId, 'done', all[index]?.at ?? 0)
            })
            .sort((a, b) => a.receivedAt - b.receivedAt)
          if (atOnce) run.apply(30, ...results)
          else {
            for (let time = 1; time <= 30; time += 1) {
              run.apply(time, ...results.filter(({ receivedAt }) => receivedAt === time))
            }
          }
          const expected = all
            .map((branch, index) => ({ ...branch, index }))
            .sort((a, b) => a.at - b.at || Number(b.timer) - Number(a.timer) || a.hops - b.hops || a.index - b.index)
          const ended = JSON.parse(run.history.at(-1)?.data ?? '') as { result: object }
          const first = expected[0]
          expect(ended.result).toMatchObject({
            winner: first?.index,
            decidedAt: atOnce ? 30 : first?.at,
            settled: expected.map(({ index }) => index),
          })
          expect(new TestRun().replay(run.history).type).toBe('replayed')
        }),
        { numRuns: 300 },
      )
    }))
})
