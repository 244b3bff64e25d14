import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { type AppliedTurn, LiveProgram } from './live-program.js'
import { happenings, program } from './program.js'
import { TestRun } from './run-workflow.js'

const openAt = (
  turns: readonly AppliedTurn[],
): { timers: ReadonlyMap<string, number>; activities: ReadonlySet<string> } => {
  const timers = new Map<string, number>()
  const activities = new Set<string>()
  for (const { turn } of turns) {
    for (const timerId of turn.timersClosed) timers.delete(timerId)
    for (const { timerId, fireAt } of turn.timersOpened) timers.set(timerId, fireAt)
    for (const activityId of turn.activitiesClosed) activities.delete(activityId)
    for (const { activityId } of scheduledActivities(turn)) activities.add(activityId)
    if (turn.closing !== undefined) {
      timers.clear()
      activities.clear()
    }
  }
  return { timers, activities }
}

describe('any program, through any story', () => {
  test('replays from every commit to what is open in the rows, and goes on from there as it did', () =>
    outsideMicrotasks(() => {
      fc.assert(
        fc.property(program, happenings, fc.nat(), (source, story, pick) => {
          const { run, turns } = LiveProgram.of(source, story)
          const count = 1 + (pick % turns.length)
          const before = turns.slice(0, count)
          const again = new TestRun()
          const outcome = again.replay(before.flatMap(({ turn }) => turn.events))
          expect(outcome).toMatchObject({ type: 'replayed', differences: [] })
          if (outcome.type === 'blocked') return
          const open = openAt(before)
          expect(new Map(outcome.open.timers.map(({ timerId, fireAt }) => [timerId, fireAt]))).toEqual(open.timers)
          expect(new Set(outcome.open.activities.map(({ activityId }) => activityId))).toEqual(open.activities)

          const after = turns.slice(count)
          // A side effect that hasn't run yet gives another value when it does.
          if (after.some(({ turn }) => turn.events.some(({ type }) => type === 'SideEffectRecorded'))) return
          for (const { turn, now, inputs } of after) expect(again.apply(now, ...inputs)).toEqual(turn)
          expect(again.history).toEqual(run.history)
        }),
        { numRuns: 300 },
      )
    }))

  test('never goes back in time, and numbers its events without gaps', () =>
    outsideMicrotasks(() => {
      fc.assert(
        fc.property(program, happenings, (source, story) => {
          const { history } = LiveProgram.of(source, story).run
          expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1))
          const times = history.map(({ recordedAt }) => recordedAt)
          expect(times).toEqual([...times].sort((a, b) => a - b))
        }),
      )
    }))
})
