import { describe, expect, test } from 'vitest'
import { Query } from '../../src/authoring/query-decorator.js'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import type { Payload } from '../../src/codec/payload.js'
import { sleep } from '../../src/workflow/sleep.js'
import { now, random, uuid } from '../../src/workflow/time-and-chance.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'

@Workflow('asked')
export class AskedWorkflow {
  #stage = 'made'
  late: Promise<void> | undefined

  @Run() async run() {
    this.#stage = 'asleep'
    await sleep(10, { id: 'nap' })
    this.#stage = 'awake'
    await sleep(10)
  }

  @Query() stage(suffix: string, count: bigint) {
    return [this.#stage, suffix, count, now()]
  }
  @Query({ name: 'steps' }) takesSteps(which: string) {
    if (which === 'random') return random()
    if (which === 'uuid') return uuid()
    return void sleep(1)
  }
  @Query() stepsLater(): string {
    this.late = (async () => {
      await Promise.resolve()
      await sleep(1)
    })()
    this.late.catch(() => undefined)
    return 'now'
  }
  promise() {
    return Promise.resolve(1)
  }
}
// The decorator's type refuses it; a caller without types gets this far.
Reflect.apply(Query() as (...args: readonly unknown[]) => void, undefined, [
  AskedWorkflow.prototype,
  'promise',
  Object.getOwnPropertyDescriptor(AskedWorkflow.prototype, 'promise'),
])

const ask = (run: TestRun, name: string, ...args: readonly Payload[]): unknown => {
  const outcome = run.machine.query(name, JSON.stringify(args))
  if (outcome.type === 'blocked') throw new Error(outcome.reason.message)
  return JSON.parse(outcome.type === 'answered' ? outcome.result : outcome.failure) as unknown
}

const started = (): TestRun => {
  const run = new TestRun(1_000)
  run.start('asked')
  return run
}

describe('a query', () => {
  test('answers from the state that the run is in, live and in replay', () =>
    outsideMicrotasks(() => {
      const run = started()
      const one = { $type: 'bigint', value: '1' }
      const at = (ms: number) => ({ $type: 'Date', value: new Date(ms).toISOString() })
      expect(ask(run, 'stage', 'x', one)).toEqual(['asleep', 'x', one, at(1_000)])
      run.apply(1_010)
      expect(ask(run, 'stage', 'x', one)).toEqual(['awake', 'x', one, at(1_010)])
      const again = new TestRun()
      again.replay(run.history)
      expect(ask(again, 'stage', 'x', one)).toEqual(['awake', 'x', one, at(1_010)])
    }))

  // TRAPS 35
  test.each([
    ['a step', 'sleep', /sleep\(\) was called by a query/],
    ['the run’s randomness', 'random', /random\(\) was called by a query/],
    ['a uuid', 'uuid', /uuid\(\) was called by a query/],
  ])('that wants %s fails and changes nothing', (_, which, message) =>
    outsideMicrotasks(() => {
      const run = started()
      const failure = ask(run, 'steps', which) as { readonly code: string; readonly message: string }
      expect(failure.code).toBe('FOLIOT_READ_ONLY_CONTEXT')
      expect(failure.message).toMatch(message)
      run.apply(1_010)
      run.apply(1_020)
      expect(run.lines).toEqual([
        'RunStarted',
        'TimerStarted nap',
        'TimerFired nap',
        'TimerStarted 2',
        'TimerFired 2',
        'RunCompleted',
      ])
    }),
  )

  test('that leaves something running takes no step with it either', () =>
    outsideMicrotasks(() => {
      const run = started()
      expect(ask(run, 'stepsLater')).toBe('now')
      expect(run.apply(1_010).events.map(({ type }) => type)).toEqual(['TimerFired', 'TimerStarted'])
      expect(new TestRun().replay(run.history).type).toBe('replayed')
    }))

  test('that gives a promise, or that isn’t there, is refused with what to do', () =>
    outsideMicrotasks(() => {
      const run = started()
      expect(ask(run, 'promise')).toMatchObject({ message: expect.stringMatching(/promise.*synchronous/) as string })
      expect(ask(run, 'stag')).toMatchObject({ message: expect.stringMatching(/Did you mean stage/) as string })
      expect(ask(run, 'whatever')).toMatchObject({ message: expect.stringMatching(/stage, steps/) as string })
    }))

  test('is answered after the run ended', () =>
    outsideMicrotasks(() => {
      const run = started()
      run.apply(1_010)
      expect(run.apply(1_020).closing?.type).toBe('completed')
      expect((ask(run, 'stage', 'x', 1) as readonly unknown[])[0]).toBe('awake')
    }))

  test('of a run that never came to be is refused', () =>
    outsideMicrotasks(() => {
      expect(ask(new TestRun(), 'stage')).toMatchObject({ code: 'FOLIOT_QUERY_REFUSED' })
    }))
})
