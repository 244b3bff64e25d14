// The data of an event, parsed and typed by the event's type. What is never needed parsed is never parsed.
import type { EventDataByType } from './event-data.js'
import type { EventType } from './event-type.js'

/** @param data of an event of type `T`: the text alone doesn't tell */
export const parseEventData = <T extends EventType>(data: string): EventDataByType[T] =>
  JSON.parse(data) as EventDataByType[T]
