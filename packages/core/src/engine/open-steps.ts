// Timers and activities made of the events that started them.
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity } from './turn.js'

export const startedTimer = (event: HistoryEvent): StartedTimer => {
  const { timerId, kind, fireAt } = parseEventData<'TimerStarted'>(event.data)
  return { timerId, kind, fireAt: Date.parse(fireAt), startedSeq: event.seq }
}

export const scheduledActivity = (event: HistoryEvent): OpenActivity => {
  const { activityId, name, args, options } = parseEventData<'ActivityScheduled'>(event.data)
  return { activityId, name, args: JSON.stringify(args), options, scheduledAt: event.recordedAt }
}
