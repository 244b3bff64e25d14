// A program as it runs: through what happens to it, and then to its end.
import { expect } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { readEventId } from '../../src/history/event-id.js'
import type { Input } from '../../src/engine/input.js'
import type { Turn } from '../../src/engine/turn.js'
import type { Happening, Program } from './program.js'
import { childEnded, completed, failed, signalled, TestRun, updated } from './run-workflow.js'

export interface AppliedTurn {
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

interface OpenWork {
  readonly activities?: Iterable<string>
  readonly children?: Iterable<string>
}

export class LiveProgram {
  readonly run: TestRun
  readonly turns: AppliedTurn[] = []
  now: number
  readonly #open: Set<string>
  readonly #children: Set<string>

  constructor(run: TestRun, now: number, { activities = [], children = [] }: OpenWork = {}) {
    this.run = run
    this.now = now
    this.#open = new Set(activities)
    this.#children = new Set(children)
  }

  /** Runs a program through what happens, then to its end. */
  static of(source: Program, story: readonly Happening[]): LiveProgram {
    const live = LiveProgram.through(source, story)
    live.finish()
    return live
  }

  static through(source: Program, story: readonly Happening[]): LiveProgram {
    const live = new LiveProgram(new TestRun(1_000), 1_000)
    live.#note(live.run.start('program', source), [])
    for (const happening of story) {
      live.now += happening.advance
      live.apply(inputsOf(happening, live.now, live.#open, live.#children))
    }
    return live
  }

  apply(inputs: readonly Input[]): void {
    this.#note(this.run.apply(this.now, ...inputs), inputs)
  }

  /** One activity and one timer after the other. */
  finish(): void {
    for (let rounds = 0; !this.turns.some(({ turn }) => turn.closing !== undefined); rounds += 1) {
      expect(rounds).toBeLessThan(1_000)
      const nextTimerAt = this.turns.at(-1)?.turn.nextTimerAt ?? null
      if (nextTimerAt !== null) this.now = Math.max(this.now, nextTimerAt)
      const [id] = this.#open
      // Whoever waits for a signal without a deadline gets one in the end.
      const signals = [signalled('p', ['last'], this.now), signalled('q', ['last'], this.now)]
      const others = [...signals, ...[...this.#children].map((childId) => childEnded(childId, this.now))]
      this.apply(nextTimerAt !== null ? [] : id === undefined ? others : [completed(id, 'late', this.now)])
    }
  }

  #note(turn: Turn, inputs: readonly Input[]): void {
    this.turns.push({ turn, now: this.now, inputs })
    for (const { activityId } of scheduledActivities(turn)) this.#open.add(activityId)
    for (const activityId of turn.activitiesClosed) this.#open.delete(activityId)
    for (const { type, data } of turn.events) {
      if (type === 'ChildRequested') this.#children.add(readEventId('childId', data))
      if (type === 'ChildCompleted' || type === 'ChildFailed') this.#children.delete(readEventId('childId', data))
    }
  }
}
