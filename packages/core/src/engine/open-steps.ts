// Timers and activities made of the events that started them.
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity, Turn } from './turn.js'

/** `undefined` for a timer that isn't armed yet. */
export const startedTimer = (event: HistoryEvent): StartedTimer | undefined => {
  const data = parseEventData<'TimerStarted' | 'TimerArmed'>(event.data)
  const { timerId, fireAt } = data
  if (fireAt === undefined) return undefined
  // Only handles are armed after their start.
  const kind = 'kind' in data ? data.kind : 'timer'
  return { timerId, kind, fireAt: Date.parse(fireAt), startedSeq: event.seq }
}

export const scheduledActivity = (event: HistoryEvent): OpenActivity => {
  const { activityId, name, args, options } = parseEventData<'ActivityScheduled'>(event.data)
  return { activityId, name, args: JSON.stringify(args), options, scheduledAt: event.recordedAt }
}

/** What a turn schedules. None when it closes the run: an activity of a closed run isn't started. */
export const scheduledActivities = ({ events, closing }: Pick<Turn, 'events' | 'closing'>): readonly OpenActivity[] =>
  closing === undefined ? events.filter(({ type }) => type === 'ActivityScheduled').map(scheduledActivity) : []
