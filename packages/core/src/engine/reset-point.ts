// Where a history is cut when its run is reset: always before a delivery, so that what the code did in one activation stays or
// goes as a whole.
import { closestName } from '../base/closest-name.js'
import { FoliotError } from '../base/foliot-error.js'
import { isClosing } from '../history/event-type.js'
import { readEventId } from '../history/event-id.js'
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import { type RecordedDelivery, splitDeliveries } from '../history/split-deliveries.js'

/** The run has no such event or step to be reset to. */
export class ResetPointNotFoundError extends FoliotError {
  static override readonly code = 'FOLIOT_RESET_POINT_NOT_FOUND'
}

/** Only a run that failed, timed out or was terminated can be retried. */
export class RunNotRetryableError extends FoliotError {
  static override readonly code = 'FOLIOT_RUN_NOT_RETRYABLE'
}

/** A run that was ended before it began has nothing that could be cut. */
const deliveriesOf = (history: readonly HistoryEvent[]): readonly RecordedDelivery[] =>
  history[0]?.type === 'RunStarted' ? splitDeliveries(history) : []

const lastSeq = ({ inputs, outputs }: RecordedDelivery): number => (outputs.at(-1) ?? inputs.at(-1))?.seq ?? 0

/** The events before the delivery that holds this one, or before this one if it is a fact. */
const before = (deliveries: readonly RecordedDelivery[], seq: number): number => {
  const delivery = deliveries.findLast(({ inputs }) => inputs[0].seq <= seq)
  return delivery !== undefined && seq <= lastSeq(delivery) ? delivery.inputs[0].seq - 1 : seq - 1
}

/** What a step is called: a timer, an activity (by its id or its name), a child (by its id or its workflow id), a side effect, a patch. */
const labelsOf = ({ type, data }: HistoryEvent): readonly string[] => {
  switch (type) {
    case 'TimerStarted':
    case 'TimerArmed':
      return [readEventId('timerId', data)]
    case 'ActivityScheduled': {
      const { activityId, name } = parseEventData<'ActivityScheduled'>(data)
      return [activityId, name]
    }
    case 'ChildRequested': {
      const { childId, workflowId } = parseEventData<'ChildRequested'>(data)
      return [childId, workflowId]
    }
    case 'SideEffectRecorded':
      return [parseEventData<'SideEffectRecorded'>(data).sideEffectId]
    case 'PatchRecorded':
      return [parseEventData<'PatchRecorded'>(data).patchId]
    default:
      return []
  }
}

const labelled = (history: readonly HistoryEvent[], label: string): HistoryEvent => {
  const event = history.findLast((each) => labelsOf(each).includes(label))
  if (event !== undefined) return event
  const labels = [...new Set(history.flatMap(labelsOf))]
  const meant = closestName(label, labels)
  const shown = labels.slice(0, 20).map((each) => JSON.stringify(each))
  const more = labels.length > shown.length ? `, … (${labels.length} in all)` : ''
  throw new ResetPointNotFoundError(
    `The run has no step ${JSON.stringify(label)} to be reset to. ` +
      (labels.length === 0 ? 'It has asked for no step yet.' : `Its steps: ${shown.join(', ')}${more}.`) +
      (meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`),
  )
}

/**
 * How many events of the history stay.
 *
 * @param to number of an event, or label of a step, of which the last counts: the delivery that holds it goes
 * @throws ResetPointNotFoundError
 */
export const resetPoint = (history: readonly HistoryEvent[], to: number | string): number => {
  const last = history.at(-1)?.seq ?? 0
  if (last === 0) throw new ResetPointNotFoundError('The run has no history yet: there is nothing to reset it to.')
  if (typeof to === 'number' && (!Number.isSafeInteger(to) || to < 1 || to > last)) {
    throw new ResetPointNotFoundError(`The run has the events 1 to ${last}: it can't be reset to event ${to}.`)
  }
  const seq = typeof to === 'number' ? to : labelled(history, to).seq
  return before(deliveriesOf(history), seq)
}

/** Before the request for the child whose failure came last, if that is what the delivery tells. */
const beforeFailedChild = (deliveries: readonly RecordedDelivery[], { inputs }: RecordedDelivery): number => {
  const [{ seq, type, data }] = inputs
  if (type !== 'ChildFailed') return seq - 1
  const childId = readEventId('childId', data)
  const requests = deliveries.flatMap(({ outputs }) => outputs).filter((event) => event.type === 'ChildRequested')
  const request = requests.findLast((event) => event.seq < seq && readEventId('childId', event.data) === childId)
  return request === undefined ? seq - 1 : before(deliveries, request.seq)
}

/**
 * How many events stay when a failed run is tried again: those before the delivery in which it failed, or, if a child's
 * failure brought it down, before it asked for that child. Of a run that timed out or was terminated all that its code did.
 *
 * @throws RunNotRetryableError
 */
export const retryPoint = (history: readonly HistoryEvent[]): number => {
  const end = history.findLast(({ type }) => isClosing(type))
  const deliveries = deliveriesOf(history)
  switch (end?.type) {
    case 'RunFailed': {
      const failing = deliveries.find((delivery) => delivery.outputs.includes(end))
      return failing === undefined ? 0 : beforeFailedChild(deliveries, failing)
    }
    case 'RunTimedOut':
    case 'RunTerminated':
      return deliveries.length === 0 ? 0 : end.seq - 1
    case undefined:
      throw new RunNotRetryableError(
        'The run is open: only one that failed, timed out or was terminated can be retried. `reset` works for an open run, and a blocked one is retried by itself.',
      )
    default:
      throw new RunNotRetryableError(
        `The run ended with ${end?.type}: only one that failed, timed out or was terminated can be retried. \`reset\` takes any run back to an event or a step.`,
      )
  }
}
