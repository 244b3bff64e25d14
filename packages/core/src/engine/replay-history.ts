// Runs code along a recorded history, one delivery after the other, and finds what is open at its end.
import type { ArgumentDifference } from '../history/argument-difference.js'
import { checkEngineFlags } from '../history/engine-flags.js'
import { isActivityEnd } from '../history/event-type.js'
import { readEventId } from '../history/event-id.js'
import type { HistoryEvent } from '../history/history-event.js'
import { matchCommands } from '../history/matcher.js'
import type { Mismatch } from '../history/matcher.js'
import { parseEventData } from '../history/parse-event-data.js'
import { splitDeliveries } from '../history/split-deliveries.js'
import type { RecordedDelivery } from '../history/split-deliveries.js'
import type { Answer } from '../workflow/delivery.js'
import { requestedChild, scheduledActivity, startedTimer } from './open-steps.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity, OpenChild } from './turn.js'

export type ReplayResult =
  | {
      readonly type: 'replayed'
      readonly closed: boolean
      /** Empty when the run is closed. */
      readonly timers: readonly StartedTimer[]
      readonly activities: readonly OpenActivity[]
      readonly children: readonly (OpenChild & { readonly childId: string })[]
      readonly differences: readonly ArgumentDifference[]
    }
  | { readonly type: 'mismatch'; readonly mismatch: Mismatch; readonly stack: string | undefined }

const closingTypes: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunTimedOut',
  'RunTerminated',
  'RunCancelled',
  'RunContinuedAsNew',
])

/** The events of what is open. Only what is still open at the end of the history is ever parsed. */
interface OpenEvents {
  readonly timers: Map<string, HistoryEvent>
  readonly activities: Map<string, HistoryEvent>
  readonly children: Map<string, HistoryEvent>
}

const follow = ({ timers, activities, children }: OpenEvents, { inputs, outputs }: RecordedDelivery): void => {
  const [{ type, data }] = inputs
  if (type === 'TimerFired') timers.delete(readEventId('timerId', data))
  else if (type === 'ChildCompleted' || type === 'ChildFailed') children.delete(readEventId('childId', data))
  else if (isActivityEnd(type)) activities.delete(readEventId('activityId', data))
  for (const event of outputs) {
    if (event.type === 'TimerStarted' || event.type === 'TimerArmed')
      timers.set(readEventId('timerId', event.data), event)
    else if (event.type === 'TimerCancelled') timers.delete(readEventId('timerId', event.data))
    else if (event.type === 'ActivityScheduled') activities.set(readEventId('activityId', event.data), event)
    else if (event.type === 'ChildRequested') children.set(readEventId('childId', event.data), event)
    else if (event.type === 'ActivityCancelRequested') activities.delete(readEventId('activityId', event.data))
  }
}

/** @param history from event 1 */
export const replayHistory = (
  history: readonly HistoryEvent[],
  activate: (delivery: RecordedDelivery) => Answer,
): ReplayResult => {
  const open: OpenEvents = { timers: new Map(), activities: new Map(), children: new Map() }
  const differences: ArgumentDifference[] = []
  // A run that was ended before it began has run no code.
  for (const delivery of history[0]?.type === 'RunStarted' ? splitDeliveries(history) : []) {
    const [{ type, data }] = delivery.inputs
    if (type === 'RunStarted') checkEngineFlags(parseEventData<'RunStarted'>(data).flags)
    const { commands, stacks } = activate(delivery)
    const mismatch = matchCommands(delivery, commands, differences)
    if (mismatch !== undefined) {
      return {
        type: 'mismatch',
        mismatch,
        stack: mismatch.command === undefined ? undefined : stacks?.[mismatch.command],
      }
    }
    follow(open, delivery)
  }
  if (history.some(({ type }) => closingTypes.has(type))) {
    return { type: 'replayed', closed: true, timers: [], activities: [], children: [], differences }
  }
  const timers = [...open.timers.values()].flatMap((event) => startedTimer(event) ?? [])
  const activities = [...open.activities.values()].map(scheduledActivity)
  const children = [...open.children.values()].map(requestedChild)
  return { type: 'replayed', closed: false, timers, activities, children, differences }
}
