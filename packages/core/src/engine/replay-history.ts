// Runs code along a recorded history, one delivery after the other, and finds what is open at its end.
import type { ArgumentDifference } from '../history/argument-difference.js'
import { checkEngineFlags } from '../history/engine-flags.js'
import { isClosing } from '../history/event-type.js'
import type { HistoryEvent } from '../history/history-event.js'
import { matchCommands } from '../history/matcher.js'
import type { Mismatch } from '../history/matcher.js'
import { parseEventData } from '../history/parse-event-data.js'
import { splitDeliveries } from '../history/split-deliveries.js'
import type { RecordedDelivery } from '../history/split-deliveries.js'
import type { Answer } from '../workflow/delivery.js'
import { type NamedChild, OpenEvents } from './open-events.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity } from './turn.js'

export type ReplayResult =
  | {
      readonly type: 'replayed'
      readonly closed: boolean
      /** Empty when the run is closed. */
      readonly timers: readonly StartedTimer[]
      readonly activities: readonly OpenActivity[]
      readonly children: readonly NamedChild[]
      readonly differences: readonly ArgumentDifference[]
    }
  | { readonly type: 'mismatch'; readonly mismatch: Mismatch; readonly stack: string | undefined }

/** @param history from event 1 */
export const replayHistory = (
  history: readonly HistoryEvent[],
  activate: (delivery: RecordedDelivery) => Answer,
): ReplayResult => {
  const open = new OpenEvents()
  const differences: ArgumentDifference[] = []
  // A run that was ended before it began has run no code.
  for (const delivery of history[0]?.type === 'RunStarted' ? splitDeliveries(history) : []) {
    const [{ type, data }] = delivery.inputs
    if (type === 'RunStarted') checkEngineFlags(parseEventData<'RunStarted'>(data).flags)
    const { commands, stacks } = activate(delivery)
    const mismatch = matchCommands(delivery, commands, differences)
    if (mismatch !== undefined) {
      return {
        type: 'mismatch',
        mismatch,
        stack: mismatch.command === undefined ? undefined : stacks?.[mismatch.command],
      }
    }
    open.follow(delivery)
  }
  if (history.some(({ type }) => isClosing(type))) {
    return { type: 'replayed', closed: true, timers: [], activities: [], children: [], differences }
  }
  const { timers, activities, children } = open
  return { type: 'replayed', closed: false, timers, activities, children, differences }
}
