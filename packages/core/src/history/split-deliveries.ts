// A history cut into its deliveries: each input with the outputs that answered it. Facts are left out.
import { DamagedHistoryError } from './damaged-history-error.js'
import { eventFamily } from './event-type.js'
import type { InputEventType } from './event-type.js'
import type { HistoryEvent } from './history-event.js'
import { UnknownEventError } from './unknown-event-error.js'

export interface RecordedDelivery {
  readonly input: HistoryEvent & { readonly type: InputEventType }
  readonly outputs: readonly HistoryEvent[]
}

/**
 * @param history from event 1
 * @throws UnknownEventError for an event type of a newer version
 * @throws DamagedHistoryError for a gap, or an output before any input
 */
export const splitDeliveries = (history: readonly HistoryEvent[]): readonly RecordedDelivery[] => {
  const deliveries: RecordedDelivery[] = []
  let outputs: HistoryEvent[] | undefined
  let seq = 0
  for (const event of history) {
    seq += 1
    if (event.seq !== seq) throw new DamagedHistoryError(seq, `it is missing, event ${event.seq} follows instead`)
    switch (eventFamily(event.type)) {
      case 'input':
        outputs = []
        deliveries.push({ input: event as RecordedDelivery['input'], outputs })
        break
      case 'output':
        if (outputs === undefined) throw new DamagedHistoryError(seq, `${event.type} answers no input`)
        outputs.push(event)
        break
      case 'fact':
        break
      case undefined:
        throw new UnknownEventError(seq, `the event type ${JSON.stringify(event.type)}`)
    }
  }
  return deliveries
}
