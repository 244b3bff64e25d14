import { RunMachine } from '../../src/engine/run-machine.js'
import type { ReplayOutcome } from '../../src/engine/machine.js'
import type { ActivityResultInput, ChildResultInput, Input, SignalInput, UpdateInput } from '../../src/engine/input.js'
import type { Turn } from '../../src/engine/turn.js'
import { encodePayload } from '../../src/codec/encode-payload.js'
import { encodeFailure } from '../../src/codec/encode-failure.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { inProcessRun } from './in-process-sandbox.js'
import type { InProcessRun } from './in-process-sandbox.js'

/** One live run over the real machine and the real runtime. */
export class TestRun {
  readonly sandbox: InProcessRun = inProcessRun()
  readonly machine: RunMachine
  readonly history: HistoryEvent[] = []
  #now: number

  constructor(now = 0, trace = false) {
    this.#now = now
    this.machine = new RunMachine({
      runId: 'run-1',
      bundle: 'bundle-1',
      activate: this.sandbox.activate,
      trace,
      mapStack: (stack) => ({ file: stack, line: 1, column: 1 }),
    })
  }

  apply(now: number, ...inputs: readonly Input[]): Turn {
    this.#now = now
    const outcome = this.machine.apply({ now, inputs })
    if (outcome.type === 'blocked') throw new Error(outcome.reason.message)
    this.history.push(...outcome.turn.events)
    return outcome.turn
  }

  start(workflowType: string, ...args: readonly unknown[]): Turn {
    return this.apply(this.#now, {
      type: 'start',
      receivedAt: this.#now,
      workflowId: 'workflow-1',
      workflowType,
      taskQueue: 'default',
      args: encodePayload(args, 'args'),
    })
  }

  complete(activityId: string, result: unknown, now = this.#now): Turn {
    return this.apply(now, completed(activityId, result, now))
  }

  fail(activityId: string, error: unknown, now = this.#now): Turn {
    return this.apply(now, failed(activityId, error, now))
  }

  signal(name: string, args: readonly unknown[] = [], now = this.#now): Turn {
    return this.apply(now, signalled(name, args, now))
  }

  replay(history: readonly HistoryEvent[]): ReplayOutcome {
    this.history.push(...history)
    return this.machine.replay(history)
  }

  /** The history as short lines, each with the id it is about. */
  get lines(): readonly string[] {
    return this.history.map(({ type, data }) => {
      const { timerId, activityId, sideEffectId, updateId, name } = JSON.parse(data) as {
        readonly [key: string]: string | undefined
      }
      const id = timerId ?? activityId ?? sideEffectId ?? updateId ?? name
      return id === undefined ? type : `${type} ${id}`
    })
  }
}

export const completed = (activityId: string, result: unknown, receivedAt: number): ActivityResultInput => ({
  type: 'activity-result',
  activityId,
  attempt: 1,
  receivedAt,
  outcome: { type: 'completed', result: encodePayload(result, 'result') },
})

export const signalled = (name: string, args: readonly unknown[], receivedAt: number): SignalInput => ({
  type: 'signal',
  name,
  receivedAt,
  args: encodePayload(args, 'args'),
})

export const childEnded = (childId: string, receivedAt: number, fails = false): ChildResultInput => ({
  type: 'child-result',
  childId,
  receivedAt,
  outcome: fails
    ? { type: 'terminated', failure: JSON.stringify({ type: 'RunTerminated', message: 'by hand' }) }
    : { type: 'completed', result: '"grown up"' },
})

export const updated = (updateId: string, name: string, args: readonly unknown[], receivedAt: number): UpdateInput => ({
  type: 'update',
  updateId,
  name,
  receivedAt,
  args: encodePayload(args, 'args'),
})

export const failed = (activityId: string, error: unknown, receivedAt: number): ActivityResultInput => ({
  type: 'activity-result',
  activityId,
  attempt: 1,
  receivedAt,
  outcome: { type: 'failed', failure: JSON.stringify(encodeFailure(error)) },
})
