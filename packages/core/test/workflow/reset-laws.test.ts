import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Input } from '../../src/engine/input.js'
import { planReset, type ResetPlan } from '../../src/engine/plan-reset.js'
import { resetPoint } from '../../src/engine/reset-point.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { LiveProgram } from './live-program.js'
import { happenings, program } from './program.js'
import type { Happening, Program } from './program.js'
import { TestRun } from './run-workflow.js'

const planFor = (history: readonly HistoryEvent[], to: number, now: number): ResetPlan =>
  planReset(history, { fromRunId: 'run-1', newRunId: 'run-2', throughSeq: resetPoint(history, to), now })

interface ResetProgram {
  readonly before: LiveProgram
  readonly plan: ResetPlan
  readonly after: LiveProgram
}

/** Runs a program, resets it to an event, and lets it hear what its inbox begins with. */
const reset = (source: Program, story: readonly Happening[], pick: number, whole: boolean): ResetProgram => {
  const before = whole ? LiveProgram.of(source, story) : LiveProgram.through(source, story)
  const { history } = before.run
  const now = before.now + 10
  const plan = planFor(history, 1 + (pick % history.length), now)
  const run = new TestRun(now)
  const kept = [...history.slice(0, plan.throughSeq), ...plan.events]
  const open = {
    activities: plan.activities.map(({ activityId }) => activityId),
    children: plan.children.map(({ childId }) => childId),
  }
  const after = new LiveProgram(run, now, open)
  if (plan.throughSeq === 0) {
    const args = JSON.stringify((JSON.parse(history[0]!.data) as { readonly args: unknown }).args)
    const start = {
      type: 'start',
      receivedAt: now,
      workflowId: 'w',
      workflowType: 'program',
      taskQueue: 'default',
      args,
    }
    after.apply([start as Input, ...plan.inputs])
  } else {
    expect(run.replay(kept)).toMatchObject({ type: 'replayed', differences: [] })
    after.apply(plan.inputs)
  }
  return { before, plan, after }
}

const count = (history: readonly HistoryEvent[], type: string): number =>
  history.filter((event) => event.type === type).length

describe('any program that is reset to any event', () => {
  test('goes on to an end, with a history that replays from every prefix', () =>
    outsideMicrotasks(() => {
      fc.assert(
        fc.property(program, happenings, fc.nat(), fc.boolean(), fc.nat(), (source, story, pick, whole, cut) => {
          const { after } = reset(source, story, pick, whole)
          after.finish()
          const { history } = after.run
          expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1))
          const times = history.map(({ recordedAt }) => recordedAt)
          expect(times).toEqual([...times].sort((a, b) => a - b))
          expect(new TestRun().replay(history)).toMatchObject({ type: 'replayed', differences: [] })
          const prefix = new TestRun()
          const through = resetPoint(history, 1 + (cut % history.length))
          expect(prefix.replay(history.slice(0, through))).toMatchObject({ type: 'replayed', differences: [] })
        }),
        { numRuns: 300 },
      )
    }))

  test('has every signal and every update that the run before it heard, and the results of what stayed open', () =>
    outsideMicrotasks(() => {
      fc.assert(
        fc.property(program, happenings, fc.nat(), (source, story, pick) => {
          const { before, plan } = reset(source, story, pick, false)
          const { history } = before.run
          const kept = history.slice(0, plan.throughSeq)
          const again = (type: Input['type']): number => plan.inputs.filter((input) => input.type === type).length
          expect(again('signal') + count(kept, 'SignalReceived')).toBe(count(history, 'SignalReceived'))
          expect(again('update') + count(kept, 'UpdateAccepted')).toBe(count(history, 'UpdateAccepted'))
          expect(again('activity-result')).toBeLessThanOrEqual(
            count(history, 'ActivityCompleted') - count(kept, 'ActivityCompleted'),
          )
        }),
        { numRuns: 300 },
      )
    }))

  test('is told its new id by the first delivery after the cut, and by no other', () =>
    outsideMicrotasks(() => {
      fc.assert(
        fc.property(program, happenings, fc.nat(), (source, story, pick) => {
          const { plan, after } = reset(source, story, pick, true)
          after.finish()
          const anew = plan.throughSeq === 0
          // A machine of the tests is called run-1 from its start.
          expect(after.run.sandbox.seeds).toEqual(anew ? ['run-1'] : ['run-1', 'run-2'])
          const replayed = new TestRun()
          replayed.replay(after.run.history)
          expect(replayed.sandbox.seeds).toEqual(after.run.sandbox.seeds)
        }),
        { numRuns: 100 },
      )
    }))
})
