// An event of a history as people read it: its instant as a Date, its data parsed. Payloads in it stay encoded.
import type { EventDataByType } from '../history/event-data.js'
import type { EventType } from '../history/event-type.js'
import type { HistoryEvent } from '../history/history-event.js'

export type RunEvent = {
  readonly [T in EventType]: {
    readonly seq: number
    readonly type: T
    /** Database time. */
    readonly recordedAt: Date
    readonly data: EventDataByType[T]
  }
}[EventType]

export const runEvent = ({ seq, type, recordedAt, data }: HistoryEvent): RunEvent =>
  ({ seq, type, recordedAt: new Date(recordedAt), data: JSON.parse(data) as unknown }) as RunEvent
