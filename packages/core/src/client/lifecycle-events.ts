// Tells a history as lifecycle events. Pure: what a watcher sees follows from the history alone, whenever it looks.
// What isn't in a history (blocked, and the end of a run that never began) comes from watch-run.ts.
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { LifecycleEvent } from './lifecycle-event.js'

/** Takes the events of one history from the first on, each once and in order; answers what each of them tells. */
export type LifecycleReader = (event: HistoryEvent) => readonly LifecycleEvent[]

export const lifecycleReader = (): LifecycleReader => {
  const activities = new Map<string, string>()
  const sleeps = new Map<string, Date>()

  const endSleep = (event: HistoryEvent, by: 'timer' | 'cancellation'): readonly LifecycleEvent[] => {
    const { timerId } = parseEventData<'TimerFired' | 'TimerCancelled'>(event.data)
    const wakeAt = sleeps.get(timerId)
    if (wakeAt === undefined) return []
    sleeps.delete(timerId)
    return [{ type: 'run:woken', ...recorded(event), timerId, wakeAt, by }]
  }

  const endStep = (event: HistoryEvent, activityId: string) => {
    const activity = activities.get(activityId) ?? activityId
    activities.delete(activityId)
    return { ...recorded(event), activityId, activity }
  }

  return (event) => {
    switch (event.type) {
      case 'RunStarted': {
        const { bundle } = parseEventData<'RunStarted'>(event.data)
        return [{ type: 'in_progress', ...recorded(event), bundle }]
      }
      case 'TimerStarted': {
        const { timerId, kind, fireAt } = parseEventData<'TimerStarted'>(event.data)
        if (kind !== 'sleep' || fireAt === undefined) return []
        const wakeAt = new Date(fireAt)
        // The timer of an id that is open keeps its first arming: it is one sleep.
        if (sleeps.has(timerId)) return []
        sleeps.set(timerId, wakeAt)
        return [{ type: 'run:sleeping', ...recorded(event), timerId, wakeAt }]
      }
      case 'TimerFired':
        return endSleep(event, 'timer')
      case 'TimerCancelled':
        return endSleep(event, 'cancellation')
      case 'ActivityScheduled': {
        const { activityId, name } = parseEventData<'ActivityScheduled'>(event.data)
        activities.set(activityId, name)
        return [{ type: 'step:scheduled', ...recorded(event), activityId, activity: name }]
      }
      case 'ActivityCompleted': {
        const { activityId, attempt } = parseEventData<'ActivityCompleted'>(event.data)
        return [{ type: 'step:done', ...endStep(event, activityId), attempt }]
      }
      case 'ActivityFailed':
      case 'ActivityCancelled': {
        const { activityId, attempt, failure } = parseEventData<'ActivityFailed' | 'ActivityCancelled'>(event.data)
        const outcome = event.type === 'ActivityFailed' ? 'failed' : 'cancelled'
        return [{ type: 'step:failed', ...endStep(event, activityId), attempt, failure, outcome }]
      }
      case 'ActivityTimedOut': {
        const { activityId, attempt, failure, timeout } = parseEventData<'ActivityTimedOut'>(event.data)
        const step = endStep(event, activityId)
        return [{ type: 'step:failed', ...step, attempt, failure, outcome: 'timed-out', timeout }]
      }
      case 'SignalReceived': {
        const { name } = parseEventData<'SignalReceived'>(event.data)
        return [{ type: 'signal:received', ...recorded(event), name }]
      }
      case 'ChildRequested': {
        const { childId, workflowId } = parseEventData<'ChildRequested'>(event.data)
        return [{ type: 'child:requested', ...recorded(event), childId, workflowId }]
      }
      case 'ChildCompleted': {
        const { childId } = parseEventData<'ChildCompleted'>(event.data)
        return [{ type: 'child:completed', ...recorded(event), childId }]
      }
      case 'ChildFailed': {
        const { childId, outcome, failure } = parseEventData<'ChildFailed'>(event.data)
        return [{ type: 'child:failed', ...recorded(event), childId, outcome, failure }]
      }
      case 'UpdateAccepted': {
        const { updateId, name } = parseEventData<'UpdateAccepted'>(event.data)
        return [{ type: 'update:accepted', ...recorded(event), updateId, name }]
      }
      case 'UpdateCompleted': {
        const { updateId, failure } = parseEventData<'UpdateCompleted'>(event.data)
        return [{ type: 'update:completed', ...recorded(event), updateId, ...(failure !== undefined && { failure }) }]
      }
      case 'CancelRequested': {
        const { reason } = parseEventData<'CancelRequested'>(event.data)
        return [{ type: 'cancel:requested', ...recorded(event), ...(reason !== undefined && { reason }) }]
      }
      case 'ActivityCancelRequested':
        activities.delete(parseEventData<'ActivityCancelRequested'>(event.data).activityId)
        return []
      case 'RunRepinned': {
        const { fromBundle, toBundle } = parseEventData<'RunRepinned'>(event.data)
        return [{ type: 'repinned', ...recorded(event), fromBundle, toBundle }]
      }
      case 'RunCompleted':
        return [{ type: 'completed', ...recorded(event) }]
      case 'RunFailed':
        return [{ type: 'failed', ...recorded(event), failure: parseEventData<'RunFailed'>(event.data).failure }]
      case 'RunContinuedAsNew': {
        const { newRunId } = parseEventData<'RunContinuedAsNew'>(event.data)
        return [{ type: 'continued-as-new', ...recorded(event), newRunId }]
      }
      case 'RunCancelled':
        return [{ type: 'cancelled', ...recorded(event) }]
      case 'RunTimedOut':
        return [{ type: 'timed-out', ...recorded(event), timeout: parseEventData<'RunTimedOut'>(event.data).timeout }]
      case 'RunTerminated':
        return [{ type: 'terminated', ...recorded(event), reason: parseEventData<'RunTerminated'>(event.data).reason }]
      default:
        // Side effects are nobody's milestone, and a newer version's events are passed over.
        return []
    }
  }
}

const recorded = (event: HistoryEvent) => ({ seq: event.seq, at: new Date(event.recordedAt) })
