import { describe, expect, test } from 'vitest'
import { DecoratorMisuseError } from '../../src/authoring/decorator-misuse-error.js'
import { Run } from '../../src/authoring/run-decorator.js'
import { Signal } from '../../src/authoring/signal-decorator.js'
import { Update } from '../../src/authoring/update-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import type { Turn } from '../../src/engine/turn.js'
import { activities } from '../../src/workflow/activities.js'
import { condition } from '../../src/workflow/condition.js'
import { sleep } from '../../src/workflow/sleep.js'
import { now, random } from '../../src/workflow/time-and-chance.js'
import { replays, resultOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { signalled, TestRun, updated } from './run-workflow.js'

const act = activities<{ a(): Promise<number>; b(): Promise<number> }>()

@Workflow('updated')
class Updated {
  readonly seen: string[] = []
  @Run() async run(needed: number): Promise<readonly string[]> {
    await condition(() => this.seen.length >= needed)
    return [...this.seen]
  }
  @Signal() note(value: string): void {
    this.seen.push(value)
  }
  @Update({
    validate(this: Updated, value: string) {
      if (value === 'bad') throw new TypeError(`not after ${this.seen.length}`)
    },
  })
  add(value: string): number {
    this.seen.push(value)
    return this.seen.length
  }
  @Update() async work(): Promise<number> {
    const value = await act.a()
    this.seen.push(`worked ${value}`)
    return value
  }
  @Update() broken(): void {
    throw new RangeError('broken')
  }
  @Update() unencodable(): unknown {
    return () => undefined
  }
  @Update({ validate: () => void sleep(5) }) steps(): void {}
  @Update({ validate: () => void random() }) draws(): void {}
  @Update({ validate: (() => Promise.resolve()) as () => void }) promises(): void {}
}

void Updated

const updatedRun = (needed: number): TestRun => {
  const run = new TestRun(1_000)
  run.start('updated', needed)
  return run
}

const rejections = (turn: Turn): readonly unknown[] =>
  (turn.updatesRejected ?? []).map(({ updateId, failure }) => [
    updateId,
    (JSON.parse(failure) as { message: string }).message,
  ])

const answers = (turn: Turn): readonly unknown[] =>
  turn.events.flatMap(({ type, data }) => (type === 'UpdateCompleted' ? [JSON.parse(data) as unknown] : []))

describe('an update', () => {
  test('is answered with what its method returns', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(2)
      expect(answers(run.apply(1_100, updated('u1', 'add', ['a'], 1_100)))).toEqual([{ updateId: 'u1', result: 1 }])
      expect(run.lines.slice(1)).toEqual(['UpdateAccepted u1', 'UpdateCompleted u1'])
      replays(run)
    }))

  test('may take time, and is answered when it is done', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(2)
      expect(answers(run.apply(1_100, updated('u1', 'work', [], 1_100)))).toEqual([])
      expect(answers(run.complete('1', 7, 2_000))).toEqual([{ updateId: 'u1', result: 7 }])
      replays(run)
    }))

  test('that throws is answered with the failure, and the run goes on', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(1)
      const turn = run.apply(1_100, updated('u1', 'broken', [], 1_100), updated('u2', 'unencodable', [], 1_100))
      expect(answers(turn)).toMatchObject([
        { updateId: 'u1', failure: { type: 'RangeError', message: 'broken' } },
        { updateId: 'u2', failure: { code: 'FOLIOT_UNENCODABLE_VALUE' } },
      ])
      expect(turn.closing).toBeUndefined()
      replays(run)
    }))

  // TRAPS 25
  test('and signals of one delivery are handled in their order, each validated just before', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(3)
      const turn = run.apply(
        1_500,
        signalled('note', ['s1'], 1_100),
        updated('u1', 'add', ['u1'], 1_200),
        updated('u2', 'add', ['bad'], 1_250),
        signalled('note', ['s2'], 1_300),
      )
      expect(resultOf(turn)).toEqual(['s1', 'u1', 's2'])
      expect(rejections(turn)).toEqual([['u2', 'not after 2']])
      expect(run.lines.slice(1)).toEqual([
        'SignalReceived note',
        'UpdateAccepted u1',
        'SignalReceived note',
        'UpdateCompleted u1',
        'RunCompleted',
      ])
      const marks = run.history.slice(1, 4).map(({ data }) => (JSON.parse(data) as { delivery: number }).delivery)
      expect(marks).toEqual([2, 2, 2])
      replays(run)
    }))

  test('that is refused leaves no trace: no event, no time, no randomness', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(1)
      const before = run.history.length
      const turn = run.apply(9_000, { ...updated('u1', 'add', ['bad'], 9_000), mail: 3 })
      expect([turn.events, turn.mailConsumed, run.history.length]).toEqual([[], 3, before])
      expect(rejections(turn)).toEqual([['u1', 'not after 0']])
      expect(run.sandbox.times.at(-1)).toBe(1_000)
      expect(resultOf(run.apply(9_500, updated('u2', 'add', ['good'], 9_500)))).toEqual(['good'])
      replays(run)
    }))

  test('of a name that there isn’t is refused, with those that there are', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(1)
      expect(rejections(run.apply(1_100, updated('u1', 'ad', [], 1_100)))).toEqual([
        ['u1', 'The workflow has no update "ad". Did you mean add?'],
      ])
      replays(run)
    }))

  test('is not validated again in replay', () =>
    outsideMicrotasks(() => {
      const run = updatedRun(5)
      run.apply(1_100, updated('u1', 'add', ['good'], 1_100))
      const tampered = run.history.map((event) => ({ ...event, data: event.data.replace('"good"', '"bad"') }))
      expect(new TestRun().replay(tampered)).toMatchObject({ type: 'replayed' })
    }))
})

describe('a validator', () => {
  test.each([
    ['steps', /sleep\(\) was called/],
    ['draws', /random\(\) was called/],
    // TRAPS 30
    ['promises', /returned a promise/],
  ])('may only look (%s)', (name, message) =>
    outsideMicrotasks(() => {
      const run = updatedRun(1)
      const turn = run.apply(1_100, updated('u1', name, [], 1_100))
      expect(rejections(turn)).toEqual([['u1', expect.stringMatching(message)]])
      expect(turn.events).toEqual([])
      replays(run)
    }),
  )

  // TRAPS 30
  test('that is asynchronous is refused where it stands', () => {
    expect(() => Update({ validate: (async () => undefined) as never })).toThrow(DecoratorMisuseError)
  })

  test('sees the time of the delivery', () =>
    outsideMicrotasks(() => {
      let seen = 0
      @Workflow('clocked')
      class Clocked {
        @Run() run() {
          return sleep('1 day')
        }
        @Update({
          validate: () => {
            seen = now().getTime()
          },
        })
        look(): void {}
      }
      void Clocked
      const run = new TestRun(1_000)
      run.start('clocked')
      run.apply(1_700, updated('u1', 'look', [], 1_500))
      expect(seen).toBe(1_700)
    }))
})
