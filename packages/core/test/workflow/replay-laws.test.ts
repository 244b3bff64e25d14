import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { readEventId } from '../../src/history/event-id.js'
import type { Input } from '../../src/engine/input.js'
import type { Turn } from '../../src/engine/turn.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { happenings, program } from './program.js'
import type { Happening, Program } from './program.js'
import { childEnded, completed, failed, signalled, TestRun, updated } from './run-workflow.js'

interface AppliedTurn {
  readonly turn: Turn
  readonly now: number
  readonly inputs: readonly Input[]
}

const inputsOf = (
  { ends, signals, updates, childEnds, cancels }: Happening,
  now: number,
  open: ReadonlySet<string>,
  children: ReadonlySet<string>,
): readonly Input[] => {
  const ids = [...open]
  const childIds = [...children]
  const inputs = ends.flatMap(({ pick, late, fails }, index): readonly Input[] => {
    const id = ids[pick % Math.max(1, ids.length)]
    if (id === undefined) return []
    return [fails ? failed(id, new Error(`no ${index}`), now - late) : completed(id, `done ${index}`, now - late)]
  })
  const messages = signals.map(({ name, late }, index) => signalled(name, [`sent ${index}`], now - late))
  const questions = updates.map(({ refused, late }, index) =>
    updated(`u-${now}-${index}`, 'asked', [refused ? 'refused' : `asked ${index}`], now - late),
  )
  const grownUp = childEnds.flatMap(({ pick, late, fails }) => {
    const id = childIds[pick % Math.max(1, childIds.length)]
    return id === undefined ? [] : [childEnded(id, now - late, fails)]
  })
  const cancellations = cancels ? [{ type: 'cancel', receivedAt: now } as const] : []
  return [...inputs, ...messages, ...questions, ...grownUp, ...cancellations].sort(
    (a, b) => a.receivedAt - b.receivedAt,
  )
}

/** Runs a program through what happens, then to its end, one activity and one timer after the other. */
const live = (source: Program, story: readonly Happening[]): { run: TestRun; turns: readonly AppliedTurn[] } => {
  const run = new TestRun(1_000)
  const open = new Set<string>()
  const children = new Set<string>()
  const turns: AppliedTurn[] = []
  let now = 1_000
  let rounds = 0
  const note = (turn: Turn, inputs: readonly Input[]): Turn => {
    turns.push({ turn, now, inputs })
    for (const { activityId } of scheduledActivities(turn)) open.add(activityId)
    for (const activityId of turn.activitiesClosed) open.delete(activityId)
    for (const { type, data } of turn.events) {
      if (type === 'ChildRequested') children.add(readEventId('childId', data))
      if (type === 'ChildCompleted' || type === 'ChildFailed') children.delete(readEventId('childId', data))
    }
    return turn
  }
  let last = note(run.start('program', source), [])
  for (const happening of story) {
    now += happening.advance
    const inputs = inputsOf(happening, now, open, children)
    last = note(run.apply(now, ...inputs), inputs)
  }
  while (!turns.some(({ turn }) => turn.closing !== undefined)) {
    if (last.nextTimerAt !== null) now = Math.max(now, last.nextTimerAt)
    const [id] = open
    // Whoever waits for a signal without a deadline gets one in the end.
    const signals = [signalled('p', ['last'], now), signalled('q', ['last'], now)]
    const others = [...signals, ...[...children].map((childId) => childEnded(childId, now))]
    const inputs = last.nextTimerAt !== null ? [] : id === undefined ? others : [completed(id, 'late', now)]
    rounds += 1
    expect(rounds).toBeLessThan(1_000)
    last = note(run.apply(now, ...inputs), inputs)
  }
  return { run, turns }
}

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
          const { run, turns } = live(source, story)
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
          const { history } = live(source, story).run
          expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1))
          const times = history.map(({ recordedAt }) => recordedAt)
          expect(times).toEqual([...times].sort((a, b) => a - b))
        }),
      )
    }))
})
