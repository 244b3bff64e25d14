// The event types of a history, in their three families. An input is what happened to the run, an output is what its
// code asked for in answer to the input before it, a fact is for people and is never shown to the code.

export const inputEventTypes = [
  'RunStarted',
  'TimerFired',
  'ActivityCompleted',
  'ActivityFailed',
  'ActivityTimedOut',
  'ActivityCancelled',
  'ChildCompleted',
  'ChildFailed',
  'SignalReceived',
  'UpdateAccepted',
  'CancelRequested',
] as const

/** Inputs that others sent. Those that were accepted together are one delivery, and carry its mark. */
export const messageEventTypes = [
  'SignalReceived',
  'UpdateAccepted',
  'CancelRequested',
] as const satisfies readonly (typeof inputEventTypes)[number][]

export const outputEventTypes = [
  'ActivityScheduled',
  'ActivityCancelRequested',
  'TimerStarted',
  'TimerArmed',
  'TimerCancelled',
  'SideEffectRecorded',
  'PatchRecorded',
  'ChildRequested',
  'ChildCancelRequested',
  'SignalSent',
  'UpdateCompleted',
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunContinuedAsNew',
] as const

export const factEventTypes = [
  'RunTimedOut',
  'RunTerminated',
  'RunRepinned',
  'RunPaused',
  'RunResumed',
  'TimerRescheduled',
  'RunReset',
] as const

export type InputEventType = (typeof inputEventTypes)[number]
export type MessageEventType = (typeof messageEventTypes)[number]
export type OutputEventType = (typeof outputEventTypes)[number]
export type FactEventType = (typeof factEventTypes)[number]
export type EventType = InputEventType | OutputEventType | FactEventType

export type EventFamily = 'input' | 'output' | 'fact'

const families = new Map<string, EventFamily>([
  ...inputEventTypes.map((type) => [type, 'input'] as const),
  ...outputEventTypes.map((type) => [type, 'output'] as const),
  ...factEventTypes.map((type) => [type, 'fact'] as const),
])

/** The family of an event type, or `undefined` for one this version doesn't know. */
export const eventFamily = (type: string): EventFamily | undefined => families.get(type)

const messages: ReadonlySet<string> = new Set(messageEventTypes)

export const isMessageEvent = (type: string): type is MessageEventType => messages.has(type)

const activityEnds: ReadonlySet<string> = new Set([
  'ActivityCompleted',
  'ActivityFailed',
  'ActivityTimedOut',
  'ActivityCancelled',
] satisfies readonly InputEventType[])

/** Whether an input is how an activity ended. */
export const isActivityEnd = (type: string): boolean => activityEnds.has(type)

const closings: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunTimedOut',
  'RunTerminated',
  'RunCancelled',
  'RunContinuedAsNew',
] satisfies readonly EventType[])

/** Whether a run ends with it. */
export const isClosing = (type: string): boolean => closings.has(type)
