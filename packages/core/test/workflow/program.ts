import fc from 'fast-check'
import { Run } from '../../src/authoring/run-decorator.js'
import { Signal } from '../../src/authoring/signal-decorator.js'
import { Update } from '../../src/authoring/update-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { CancelledFailure } from '../../src/codec/cancelled-failure.js'
import { ChildFailure } from '../../src/codec/child-failure.js'
import type { ParentClosePolicy } from '../../src/history/event-data.js'
import { activities } from '../../src/workflow/activities.js'
import { child } from '../../src/workflow/child.js'
import { cancellable, nonCancellable } from '../../src/workflow/cancellable.js'
import { condition } from '../../src/workflow/condition.js'
import { clearTimeout, setTimeout } from '../../src/workflow/set-timeout.js'
import { deprecatePatch, patched } from '../../src/workflow/patched.js'
import { race, withTimeout } from '../../src/workflow/race.js'
import { receiveSignal } from '../../src/workflow/receive-signal.js'
import { sideEffect } from '../../src/workflow/side-effect.js'
import { sleep, sleepUntil } from '../../src/workflow/sleep.js'
import { startTimer } from '../../src/workflow/start-timer.js'
import { WaitTimeoutError } from '../../src/workflow/wait-timeout-error.js'
import { now } from '../../src/workflow/time-and-chance.js'

/** A small workflow as data. */
export type Program =
  | { readonly type: 'sleep'; readonly ms: number }
  | { readonly type: 'sleep-until'; readonly offset: number }
  | { readonly type: 'activity'; readonly name: 'a' | 'b' }
  | { readonly type: 'timeout'; readonly ms: number; readonly cleared: boolean }
  | {
      readonly type: 'handle'
      readonly id: 'x' | 'y'
      readonly ms: number
      readonly anchor: 'start' | 'await'
      readonly use: 'wait' | 'cancel' | 'reset' | 'leave'
    }
  | { readonly type: 'condition'; readonly ms: number; readonly on: Program }
  | { readonly type: 'receive'; readonly name: 'p' | 'q'; readonly ms: number | undefined }
  | { readonly type: 'child'; readonly policy: ParentClosePolicy; readonly use: 'wait' | 'signal' | 'cancel' }
  | { readonly type: 'effect' }
  | { readonly type: 'now' }
  | { readonly type: 'hops'; readonly count: number; readonly then: Program }
  | { readonly type: 'patch'; readonly id: 'm' | 'n'; readonly deprecated: boolean }
  | { readonly type: 'within'; readonly ms: number; readonly wait: Program }
  | { readonly type: 'shielded'; readonly wait: Program }
  | { readonly type: 'stopped'; readonly wait: Program; readonly by: Program }
  | { readonly type: 'all' | 'race' | 'any' | 'sequence' | 'taking-back'; readonly parts: readonly Program[] }

const work = activities<{ a(): unknown; b(): unknown }>('work')

// Another value at each call: a replay that ran it again would be noticed.
let effects = 0

const ignore = (): void => undefined

const sequence = async (parts: readonly Program[]): Promise<readonly unknown[]> => {
  const results: unknown[] = []
  for (const part of parts) results.push(await execute(part))
  return results
}

/** Cancellation is an outcome here like any other, so that a program goes on after it. */
const execute = async (program: Program): Promise<unknown> => {
  try {
    return await attempt(program)
  } catch (error) {
    if (CancelledFailure.is(error) || WaitTimeoutError.is(error)) return error.name
    throw error
  }
}

const attempt = async (program: Program): Promise<unknown> => {
  switch (program.type) {
    case 'sleep':
      await sleep(program.ms)
      return `slept ${program.ms}`
    case 'sleep-until':
      await sleepUntil(new Date(now().getTime() + program.offset))
      return `slept until ${program.offset}`
    case 'activity':
      try {
        return await work[program.name]()
      } catch (error) {
        return (error as Error).message
      }
    case 'timeout': {
      const handle = setTimeout(() => undefined, program.ms)
      if (program.cleared) clearTimeout(handle)
      return 'timeout'
    }
    case 'handle': {
      const handle = startTimer(`handle-${program.id}`, program.ms, { anchor: program.anchor })
      const waiting = program.use === 'reset' ? handle.fired() : undefined
      if (program.use === 'cancel') handle.cancel()
      if (program.use === 'reset') handle.reset(program.ms + 1)
      return program.use === 'leave' ? handle.id : (waiting ?? handle.fired())
    }
    case 'condition': {
      let isDone = false
      const end = (): void => {
        isDone = true
      }
      void execute(program.on).then(end, end)
      return condition(() => isDone, { timeout: program.ms })
    }
    case 'receive': {
      const signal = await receiveSignal<unknown>(program.name, program.ms === undefined ? {} : { timeout: program.ms })
      return signal === undefined ? 'no signal' : ['signal', signal.payload]
    }
    case 'child': {
      const handle = child('far', { workflowId: 'far-1', parentClosePolicy: program.policy })
      if (program.use === 'signal') handle.signal('s', 1)
      if (program.use === 'cancel') handle.cancel('asked')
      return handle.result().catch((error: unknown) => {
        if (ChildFailure.is(error)) return error.outcome
        throw error
      })
    }
    case 'effect':
      return sideEffect(() => (effects += 1))
    case 'now':
      return now().getTime()
    case 'hops':
      for (let hop = 0; hop < program.count; hop += 1) await Promise.resolve()
      return execute(program.then)
    case 'patch':
      return program.deprecated ? deprecatePatch(program.id) : patched(program.id)
    case 'within':
      return withTimeout(program.ms, () => execute(program.wait))
    case 'shielded':
      return nonCancellable(() => execute(program.wait))
    case 'stopped':
      return cancellable((scope) => {
        void execute(program.by).then(() => scope.cancel(), ignore)
        return execute(program.wait)
      })
    case 'taking-back':
      return race(Object.fromEntries(program.parts.map((part, index) => [`branch${index}`, () => execute(part)])))
    case 'all':
      return Promise.all(program.parts.map(execute))
    case 'race':
      return Promise.race(program.parts.map(execute))
    case 'any':
      return Promise.any(program.parts.map(execute))
    case 'sequence':
      return sequence(program.parts)
  }
}

@Workflow('program')
export class ProgramWorkflow {
  #handled: unknown[] = []
  @Run() async run(program: Program): Promise<unknown> {
    const result = await execute(program)
    return [result, this.#handled]
  }
  @Update({
    validate: (value: unknown) => {
      if (value === 'refused') throw new Error('refused')
    },
  })
  async asked(value: unknown): Promise<unknown> {
    this.#handled.push(value)
    if (this.#handled.length % 3 === 0) return work.a()
    return now().getTime()
  }
  @Signal() async handled(value: unknown): Promise<void> {
    this.#handled.push(value)
    if (this.#handled.length % 2 === 0) this.#handled.push(await work.b())
  }
}

const ms = fc.constantFrom(0, 1, 2, 5)

export const program: fc.Arbitrary<Program> = fc.letrec<{ program: Program }>((tie) => ({
  program: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constant('sleep' as const), ms }),
    fc.record({ type: fc.constant('activity' as const), name: fc.constantFrom('a' as const, 'b' as const) }),
    fc.record({ type: fc.constant('sleep-until' as const), offset: fc.constantFrom(-3, 0, 4) }),
    fc.record({ type: fc.constant('timeout' as const), ms, cleared: fc.boolean() }),
    fc.record({
      type: fc.constant('handle' as const),
      id: fc.constantFrom('x' as const, 'y' as const),
      ms,
      anchor: fc.constantFrom('start' as const, 'await' as const),
      use: fc.constantFrom('wait' as const, 'cancel' as const, 'reset' as const, 'leave' as const),
    }),
    fc.record({ type: fc.constant('condition' as const), ms, on: tie('program') }),
    fc.record({
      type: fc.constant('receive' as const),
      name: fc.constantFrom('p' as const, 'q' as const),
      ms: fc.option(ms, { nil: undefined }),
    }),
    fc.record({ type: fc.constantFrom('effect' as const, 'now' as const) }),
    fc.record({
      type: fc.constant('child' as const),
      policy: fc.constantFrom('request-cancel' as const, 'terminate' as const, 'abandon' as const),
      use: fc.constantFrom('wait' as const, 'signal' as const, 'cancel' as const),
    }),
    fc.record({ type: fc.constant('hops' as const), count: fc.nat({ max: 4 }), then: tie('program') }),
    fc.record({
      type: fc.constant('patch' as const),
      id: fc.constantFrom('m' as const, 'n' as const),
      deprecated: fc.boolean(),
    }),
    fc.record({ type: fc.constant('within' as const), ms, wait: tie('program') }),
    fc.record({ type: fc.constant('shielded' as const), wait: tie('program') }),
    fc.record({ type: fc.constant('stopped' as const), wait: tie('program'), by: tie('program') }),
    fc.record({
      type: fc.constantFrom(
        'all' as const,
        'race' as const,
        'any' as const,
        'sequence' as const,
        'taking-back' as const,
      ),
      parts: fc.array(tie('program'), { minLength: 1, maxLength: 4 }),
    }),
  ),
})).program

/** What happens to a run in one turn: time passes, and some of its open activities end. */
export interface Happening {
  readonly advance: number
  /** Picks among the open activities, and how late before `now` it was known. */
  readonly ends: readonly { readonly pick: number; readonly late: number; readonly fails: boolean }[]
  /** Picks among the open children. */
  readonly childEnds: readonly { readonly pick: number; readonly late: number; readonly fails: boolean }[]
  /** Whether the run is asked to cancel, after the rest. */
  readonly cancels: boolean
  readonly signals: readonly { readonly name: 'p' | 'q' | 'handled'; readonly late: number }[]
  readonly updates: readonly { readonly refused: boolean; readonly late: number }[]
}

export const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.record({
    advance: fc.nat({ max: 4 }),
    ends: fc.array(fc.record({ pick: fc.nat(), late: fc.nat({ max: 3 }), fails: fc.boolean() }), { maxLength: 3 }),
    updates: fc.array(fc.record({ refused: fc.boolean(), late: fc.nat({ max: 3 }) }), { maxLength: 2 }),
    childEnds: fc.array(fc.record({ pick: fc.nat(), late: fc.nat({ max: 3 }), fails: fc.boolean() }), { maxLength: 2 }),
    cancels: fc.nat({ max: 9 }).map((n) => n === 0),
    signals: fc.array(
      fc.record({ name: fc.constantFrom('p' as const, 'q' as const, 'handled' as const), late: fc.nat({ max: 3 }) }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 12 },
)
