// Timers and activities made of the events that started them.
import { readEventId } from '../history/event-id.js'
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity, OpenChild, Turn } from './turn.js'

/** `undefined` for a timer that isn't armed yet. */
export const startedTimer = (event: HistoryEvent): StartedTimer | undefined => {
  const data = parseEventData<'TimerStarted' | 'TimerArmed'>(event.data)
  const { timerId, fireAt } = data
  if (fireAt === undefined) return undefined
  // Only handles are armed after their start.
  const kind = 'kind' in data ? data.kind : 'timer'
  return { timerId, kind, fireAt: Date.parse(fireAt), startedSeq: event.seq }
}

export const requestedChild = (event: HistoryEvent): OpenChild & { readonly childId: string } => {
  const { childId, runId, parentClosePolicy } = parseEventData<'ChildRequested'>(event.data)
  return { childId, runId, policy: parentClosePolicy }
}

export const scheduledActivity = (event: HistoryEvent): OpenActivity => {
  const { activityId, name, args, options } = parseEventData<'ActivityScheduled'>(event.data)
  return { activityId, name, args: JSON.stringify(args), options, scheduledAt: event.recordedAt }
}

/** What a turn schedules and still waits for at its end. None when it closes the run. */
export const scheduledActivities = ({
  events,
  closing,
  activitiesClosed,
}: Pick<Turn, 'events' | 'closing' | 'activitiesClosed'>): readonly OpenActivity[] => {
  if (closing !== undefined) return []
  const scheduled = events.filter(({ type }) => type === 'ActivityScheduled').map(scheduledActivity)
  return activitiesClosed.length === 0 || scheduled.length === 0
    ? scheduled
    : scheduled.filter(({ activityId }) => !activitiesClosed.includes(activityId))
}

/** Activities that a turn no longer waits for. */
export const cancelledActivities = ({
  events,
  activitiesClosed,
}: Pick<Turn, 'events' | 'activitiesClosed'>): readonly string[] =>
  activitiesClosed.length === 0
    ? []
    : events.flatMap(({ type, data }) => (type === 'ActivityCancelRequested' ? readEventId('activityId', data) : []))
