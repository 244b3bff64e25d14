// A Delivery as JSON text, put together from the texts of its events: nothing is parsed on the way to the sandbox.
import type { InputEventType } from '../history/event-type.js'
import type { HistoryEvent } from '../history/history-event.js'

export interface DeliveredInput {
  readonly type: InputEventType
  readonly data: string
  readonly recordedAt: number
}

const recordedSideEffects = (outputs: readonly HistoryEvent[]): string => {
  let text = ''
  for (const { type, data } of outputs) {
    if (type === 'SideEffectRecorded') text += text === '' ? data : `,${data}`
  }
  return text === '' ? '' : `,"recorded":[${text}]`
}

/** @param args JSON text of the array of encoded arguments */
export const queryText = (name: string, args: string, now: number): string =>
  `{"now":${now},"replaying":false,"events":[],"query":{"name":${JSON.stringify(name)},"args":${args}}}`

/** @param outputs what the history answers; absent when the code runs for the first time */
export const deliveryText = (
  input: DeliveredInput,
  outputs: readonly HistoryEvent[] | undefined,
  trace: boolean,
): string =>
  `{"now":${input.recordedAt},"replaying":${outputs !== undefined},` +
  `"events":[{"type":"${input.type}","data":${input.data}}]` +
  `${outputs === undefined ? '' : recordedSideEffects(outputs)}${trace ? ',"trace":true' : ''}}`
