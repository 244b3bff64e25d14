// What is open in a history: timers, activities and children that were asked for and haven't ended.
import type { TimerKind } from '../history/event-data.js'
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'

export interface OpenWaits {
  readonly timers: ReadonlyMap<string, { readonly kind: TimerKind; readonly fireAt: number | undefined }>
  readonly activities: ReadonlyMap<string, { readonly name: string; readonly scheduledAt: number }>
  readonly children: ReadonlyMap<string, { readonly workflowType: string; readonly workflowId: string }>
  readonly isCancelRequested: boolean
}

type Writable<M> = M extends ReadonlyMap<infer K, infer V> ? Map<K, V> : never

export const openWaits = (history: readonly HistoryEvent[]): OpenWaits => {
  const timers: Writable<OpenWaits['timers']> = new Map()
  const activities: Writable<OpenWaits['activities']> = new Map()
  const children: Writable<OpenWaits['children']> = new Map()
  let isCancelRequested = false
  for (const { type, data, recordedAt } of history) {
    switch (type) {
      case 'TimerStarted': {
        const { timerId, kind, fireAt } = parseEventData<'TimerStarted'>(data)
        timers.set(timerId, { kind, fireAt: fireAt === undefined ? undefined : Date.parse(fireAt) })
        break
      }
      case 'TimerArmed': {
        const { timerId, fireAt } = parseEventData<'TimerArmed'>(data)
        timers.set(timerId, { kind: 'timer', fireAt: Date.parse(fireAt) })
        break
      }
      case 'TimerRescheduled': {
        const { timerId, fireAt } = parseEventData<'TimerRescheduled'>(data)
        const timer = timers.get(timerId)
        if (timer !== undefined) timers.set(timerId, { ...timer, fireAt: Date.parse(fireAt) })
        break
      }
      case 'TimerFired':
      case 'TimerCancelled':
        timers.delete(parseEventData<'TimerFired'>(data).timerId)
        break
      case 'ActivityScheduled': {
        const { activityId, name } = parseEventData<'ActivityScheduled'>(data)
        activities.set(activityId, { name, scheduledAt: recordedAt })
        break
      }
      case 'ActivityCompleted':
      case 'ActivityFailed':
      case 'ActivityTimedOut':
      case 'ActivityCancelled':
      case 'ActivityCancelRequested':
        activities.delete(parseEventData<'ActivityCancelRequested'>(data).activityId)
        break
      case 'ChildRequested': {
        const { childId, workflowType, workflowId } = parseEventData<'ChildRequested'>(data)
        children.set(childId, { workflowType, workflowId })
        break
      }
      case 'ChildCompleted':
      case 'ChildFailed':
        children.delete(parseEventData<'ChildCompleted'>(data).childId)
        break
      case 'CancelRequested':
        isCancelRequested = true
        break
      default:
    }
  }
  return { timers, activities, children, isCancelRequested }
}
