// A history cut into its deliveries: each input, or the messages that came together, with the outputs that answered it.
// Facts are left out.
import { DamagedHistoryError } from './damaged-history-error.js'
import { deliveryMark } from './delivery-mark.js'
import { eventFamily, isMessageEvent } from './event-type.js'
import type { InputEventType } from './event-type.js'
import type { HistoryEvent } from './history-event.js'
import { parseEventData } from './parse-event-data.js'
import { UnknownEventError } from './unknown-event-error.js'

export interface RecordedInput extends HistoryEvent {
  readonly type: InputEventType
}

export interface RecordedDelivery {
  /** More than one when messages were delivered together. */
  readonly inputs: readonly [RecordedInput, ...RecordedInput[]]
  readonly outputs: readonly HistoryEvent[]
  /** Set when the run was reset just before: the id that it has from here on. */
  readonly runId?: string
}

/** Whether a message was delivered together with those before it: it bears the number of the first of them. */
const joins = (event: HistoryEvent, inputs: readonly RecordedInput[]): boolean => {
  const first = inputs[0]
  return first !== undefined && isMessageEvent(first.type) && deliveryMark(event.data) === first.seq
}

const newRunId = ({ type, data }: HistoryEvent): string | undefined =>
  type === 'RunReset' ? parseEventData<'RunReset'>(data).runId : undefined

/** The id that the next delivery tells the code, when the run was reset since the last one. */
export const untoldRunId = (history: readonly HistoryEvent[]): string | undefined => {
  const last = history.findLastIndex(({ type }) => eventFamily(type) === 'input')
  return history
    .slice(last + 1)
    .map(newRunId)
    .findLast((runId) => runId !== undefined)
}

/**
 * @param history from event 1
 * @throws UnknownEventError for an event type of a newer version
 * @throws DamagedHistoryError for a gap, an output before any input, or a message apart from its delivery
 */
export const splitDeliveries = (history: readonly HistoryEvent[]): readonly RecordedDelivery[] => {
  const deliveries: RecordedDelivery[] = []
  let inputs: RecordedInput[] | undefined
  let outputs: HistoryEvent[] | undefined
  let seq = 0
  let runId: string | undefined
  for (const event of history) {
    seq += 1
    if (event.seq !== seq) throw new DamagedHistoryError(seq, `it is missing, event ${event.seq} follows instead`)
    switch (eventFamily(event.type)) {
      case 'input': {
        const input = event as RecordedInput
        if (inputs !== undefined && isMessageEvent(event.type) && joins(event, inputs)) {
          if (outputs !== undefined && outputs.length > 0)
            throw new DamagedHistoryError(seq, `${event.type} stands apart from the messages it was delivered with`)
          inputs.push(input)
          break
        }
        outputs = []
        const first: [RecordedInput, ...RecordedInput[]] = [input]
        inputs = first
        deliveries.push({ inputs: first, outputs, ...(runId !== undefined && { runId }) })
        runId = undefined
        break
      }
      case 'output':
        if (outputs === undefined) throw new DamagedHistoryError(seq, `${event.type} answers no input`)
        outputs.push(event)
        break
      case 'fact':
        runId = newRunId(event) ?? runId
        break
      case undefined:
        throw new UnknownEventError(seq, `the event type ${JSON.stringify(event.type)}`)
    }
  }
  return deliveries
}
