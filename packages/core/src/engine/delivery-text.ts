// A Delivery as JSON text, put together from the texts of its events: nothing is parsed on the way to the sandbox.
import type { InputEventType } from '../history/event-type.js'
import type { HistoryEvent } from '../history/history-event.js'

export interface DeliveredInput {
  readonly type: InputEventType
  readonly data: string
}

const recordedSideEffects = (outputs: readonly HistoryEvent[]): string => {
  let text = ''
  for (const { type, data } of outputs) {
    if (type === 'SideEffectRecorded') text += text === '' ? data : `,${data}`
  }
  return text === '' ? '' : `,"recorded":[${text}]`
}

const recordedPatches = (outputs: readonly HistoryEvent[]): string => {
  let text = ''
  for (const { type, data } of outputs) {
    if (type === 'PatchRecorded') text += text === '' ? data : `,${data}`
  }
  return text === '' ? '' : `,"patches":[${text}]`
}

/** @param args JSON text of the array of encoded arguments */
export const queryText = (name: string, args: string, now: number): string =>
  `{"now":${now},"replaying":false,"events":[],"query":{"name":${JSON.stringify(name)},"args":${args}}}`

export interface DeliveryContext {
  /** What the history answers; absent when the code runs for the first time. */
  readonly outputs: readonly HistoryEvent[] | undefined
  /** Whether the history before it is so long that the run should continue as new. */
  readonly isLong: boolean
  readonly trace: boolean
  /** The id that the run has from here on. */
  readonly runId?: string | undefined
}

export const deliveryText = (
  inputs: readonly DeliveredInput[],
  now: number,
  { outputs, isLong, trace, runId }: DeliveryContext,
): string => {
  let events = ''
  for (const { type, data } of inputs) events += `${events === '' ? '' : ','}{"type":"${type}","data":${data}}`
  return (
    `{"now":${now},"replaying":${outputs !== undefined},"events":[${events}]` +
    `${outputs === undefined ? '' : recordedSideEffects(outputs) + recordedPatches(outputs)}${isLong ? ',"isLong":true' : ''}${trace ? ',"trace":true' : ''}${runId === undefined ? '' : `,"runId":"${runId}"`}}`
  )
}
