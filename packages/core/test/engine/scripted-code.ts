import { RunMachine } from '../../src/engine/run-machine.js'
import type { ApplyOutcome, MachineOptions } from '../../src/engine/machine.js'
import type { Input, StartInput } from '../../src/engine/input.js'
import type { Turn } from '../../src/engine/turn.js'
import type { Command } from '../../src/history/command.js'
import { writeAnswer } from '../../src/workflow/answer-text.js'
import { formatInstant } from '../../src/base/instant.js'
import { activityOptions } from '../history/event-of.js'

/** Code that answers each delivered event by its id: the author's program without an author's program. */
export interface Script {
  [event: string]: readonly Command[] | ((now: number) => readonly Command[])
}

interface DeliveredEvent {
  readonly type: string
  readonly data: { readonly timerId?: string; readonly activityId?: string }
}

export const sleepUntil = (timerId: string, fireAt: number): Command => ({
  type: 'StartTimer',
  data: JSON.stringify({ timerId, kind: 'sleep', fireAt: formatInstant(fireAt) }),
})
export const cancelTimer = (timerId: string): Command => ({ type: 'CancelTimer', data: JSON.stringify({ timerId }) })
export const schedule = (activityId: string, name = 'work'): Command => ({
  type: 'ScheduleActivity',
  data: JSON.stringify({ activityId, name, args: [activityId], options: activityOptions }),
})
export const complete: Command = { type: 'CompleteRun', data: '{"result":42}' }
export const fail: Command = { type: 'FailRun', data: '{"failure":{"type":"Error","message":"no"}}' }

/** `activate` of a script. Events are named `start`, `timer:<id>` and `activity:<id>`. */
export const activateScript =
  (script: Script, delivered: string[] = []) =>
  (delivery: string): string => {
    const { events, now } = JSON.parse(delivery) as { events: readonly DeliveredEvent[]; now: number }
    const commands = events.flatMap(({ type, data }) => {
      const id = data.timerId === undefined ? `activity:${data.activityId}` : `timer:${data.timerId}`
      const name = type === 'RunStarted' ? 'start' : id
      delivered.push(name)
      const answer = script[name] ?? []
      return typeof answer === 'function' ? answer(now) : answer
    })
    return writeAnswer({ commands })
  }

export const machineOf = (
  script: Script,
  options: Partial<MachineOptions> & { readonly delivered?: string[] } = {},
): RunMachine =>
  new RunMachine({ runId: 'r1', bundle: 'b1', activate: activateScript(script, options.delivered), ...options })

export const start = (receivedAt = 0): StartInput => ({
  type: 'start',
  receivedAt,
  workflowId: 'w1',
  workflowType: 'test',
  taskQueue: 'default',
  args: '[]',
})

export const result = (activityId: string, receivedAt: number, mail?: number): Input => ({
  type: 'activity-result',
  activityId,
  attempt: 1,
  receivedAt,
  outcome: { type: 'completed', result: '"done"' },
  ...(mail === undefined ? {} : { mail }),
})

export const turnOf = (outcome: ApplyOutcome): Turn => {
  if (outcome.type === 'blocked') throw new Error(outcome.reason.message)
  return outcome.turn
}

export const typesOf = (turn: Turn): readonly string[] => turn.events.map(({ type }) => type)
