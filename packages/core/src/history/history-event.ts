// One recorded event of a run. The list of event types is event-type.ts; the shape of `data` per type is event-data.ts.
import type { EventType } from './event-type.js'

export interface HistoryEvent {
  /** 1, 2, 3… without gaps within a run. */
  readonly seq: number
  readonly type: EventType
  /** Database time in milliseconds since the epoch. Never before the run's previous event. */
  readonly recordedAt: number
  /** JSON text, exactly as stored. It is not parsed on its way from the row to the sandbox. */
  readonly data: string
}
