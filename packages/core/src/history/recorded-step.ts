// A step of a run as a person names it, and the part of its data by which replay recognises it.
import type { OutputEventType } from './event-type.js'
import { parseEventData } from './parse-event-data.js'

export interface RecordedStep {
  /** Equal for two steps that are the same one, whatever their arguments. */
  readonly identity: string
  /** Such as: activity "email.send" (3). */
  readonly text: string
}

const quote = (text: string): string => JSON.stringify(text)

const identify = (type: OutputEventType, data: string): { readonly ids: readonly string[]; readonly text: string } => {
  switch (type) {
    case 'ActivityScheduled': {
      const { activityId, name } = parseEventData<'ActivityScheduled'>(data)
      return { ids: [activityId, name], text: `activity ${quote(name)} (${activityId})` }
    }
    case 'ActivityCancelRequested': {
      const { activityId } = parseEventData<'ActivityCancelRequested'>(data)
      return { ids: [activityId], text: `cancellation of activity ${activityId}` }
    }
    case 'TimerStarted': {
      const { timerId, kind } = parseEventData<'TimerStarted'>(data)
      return { ids: [kind, timerId], text: `${kind} ${quote(timerId)}` }
    }
    case 'TimerArmed': {
      const { timerId } = parseEventData<'TimerArmed'>(data)
      return { ids: [timerId], text: `arming of timer ${quote(timerId)}` }
    }
    case 'TimerCancelled': {
      const { timerId } = parseEventData<'TimerCancelled'>(data)
      return { ids: [timerId], text: `cancellation of timer ${quote(timerId)}` }
    }
    case 'SideEffectRecorded': {
      const { sideEffectId } = parseEventData<'SideEffectRecorded'>(data)
      return { ids: [sideEffectId], text: `side effect ${quote(sideEffectId)}` }
    }
    case 'ChildRequested': {
      const { childId, workflowType, workflowId } = parseEventData<'ChildRequested'>(data)
      return { ids: [childId, workflowType, workflowId], text: `child ${quote(workflowType)} ${quote(workflowId)}` }
    }
    case 'ChildCancelRequested': {
      const { childId } = parseEventData<'ChildCancelRequested'>(data)
      return { ids: [childId], text: `cancellation of child ${childId}` }
    }
    case 'SignalSent': {
      const { childId, workflowId, name } = parseEventData<'SignalSent'>(data)
      const to = childId === undefined ? quote(workflowId ?? '') : `child ${childId}`
      return { ids: [childId ?? '', workflowId ?? '', name], text: `signal ${quote(name)} to ${to}` }
    }
    case 'PatchRecorded': {
      const { patchId } = parseEventData<'PatchRecorded'>(data)
      return { ids: [patchId], text: `patch ${quote(patchId)}` }
    }
    case 'UpdateCompleted': {
      const { updateId } = parseEventData<'UpdateCompleted'>(data)
      return { ids: [updateId], text: `answer to update ${quote(updateId)}` }
    }
    case 'RunCompleted':
      return { ids: [], text: 'the end of the run with a result' }
    case 'RunFailed': {
      const { failure } = parseEventData<'RunFailed'>(data)
      return { ids: [], text: `the end of the run with ${failure.type}: ${failure.message}` }
    }
    case 'RunCancelled':
      return { ids: [], text: 'the end of the run as cancelled' }
    case 'RunContinuedAsNew':
      return { ids: [], text: 'the end of the run, continued as new' }
  }
}

export const recordedStep = (type: OutputEventType, data: string): RecordedStep => {
  const { ids, text } = identify(type, data)
  return { identity: JSON.stringify([type, ...ids]), text: `${type}, ${text}` }
}
