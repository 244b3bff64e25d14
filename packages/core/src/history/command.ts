// What workflow code asks for, in answer to one delivery. A command carries the data of the event it becomes, as JSON
// text, so that replay compares texts and recording copies them: neither parses.
import type { OutputEventType } from './event-type.js'
import { UnknownCommandError } from './unknown-command-error.js'

const eventByCommand = {
  ScheduleActivity: 'ActivityScheduled',
  CancelActivity: 'ActivityCancelRequested',
  StartTimer: 'TimerStarted',
  ArmTimer: 'TimerArmed',
  CancelTimer: 'TimerCancelled',
  RecordSideEffect: 'SideEffectRecorded',
  StartChild: 'ChildRequested',
  CancelChild: 'ChildCancelRequested',
  SendSignal: 'SignalSent',
  RecordPatch: 'PatchRecorded',
  CompleteUpdate: 'UpdateCompleted',
  CompleteRun: 'RunCompleted',
  FailRun: 'RunFailed',
  CancelRun: 'RunCancelled',
  ContinueAsNew: 'RunContinuedAsNew',
} as const satisfies Record<string, OutputEventType>

export type CommandType = keyof typeof eventByCommand

export interface Command {
  readonly type: CommandType
  /** JSON text of the event's data. */
  readonly data: string
}

/**
 * The event that a command becomes when it is recorded.
 *
 * @throws UnknownCommandError for one of a newer version
 */
export const eventTypeOf = (type: CommandType): OutputEventType => {
  if (!Object.hasOwn(eventByCommand, type)) throw new UnknownCommandError(type)
  return eventByCommand[type]
}
