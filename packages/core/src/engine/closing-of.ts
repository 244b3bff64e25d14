// How a run ends, from the event by which its code ended it.
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { Closing } from './turn.js'

/** `undefined` for an event that ends no run. */
export const closingOf = ({ type, data }: HistoryEvent): Closing | undefined => {
  switch (type) {
    case 'RunCompleted':
      return { type: 'completed', result: JSON.stringify(parseEventData<'RunCompleted'>(data).result) }
    case 'RunFailed':
      return { type: 'failed', failure: JSON.stringify(parseEventData<'RunFailed'>(data).failure) }
    case 'RunCancelled':
      return { type: 'cancelled', failure: JSON.stringify(parseEventData<'RunCancelled'>(data).failure) }
    case 'RunContinuedAsNew': {
      const { newRunId, args, signals = [] } = parseEventData<'RunContinuedAsNew'>(data)
      const carried = signals.map((signal) => JSON.stringify(signal))
      return { type: 'continued-as-new', newRunId, args: JSON.stringify(args), signals: carried }
    }
    default:
      return undefined
  }
}
