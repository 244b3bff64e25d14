// The events of what is open along a history: timers, activities, children. Only what is still open at the end is ever parsed.
import { isActivityEnd } from '../history/event-type.js'
import { readEventId } from '../history/event-id.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { RecordedDelivery } from '../history/split-deliveries.js'
import { requestedChild, scheduledActivity, startedTimer } from './open-steps.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity, OpenChild } from './turn.js'

/** A child by the id that its parent knows it by. */
export type NamedChild = OpenChild & { readonly childId: string }

export class OpenEvents {
  readonly #timers = new Map<string, HistoryEvent>()
  readonly #activities = new Map<string, HistoryEvent>()
  readonly #children = new Map<string, HistoryEvent>()

  get timers(): readonly StartedTimer[] {
    return [...this.#timers.values()].flatMap((event) => startedTimer(event) ?? [])
  }

  get activities(): readonly OpenActivity[] {
    return [...this.#activities.values()].map(scheduledActivity)
  }

  get children(): readonly NamedChild[] {
    return [...this.#children.values()].map(requestedChild)
  }

  follow({ inputs, outputs }: RecordedDelivery): void {
    const [{ type, data }] = inputs
    if (type === 'TimerFired') this.#timers.delete(readEventId('timerId', data))
    else if (type === 'ChildCompleted' || type === 'ChildFailed') this.#children.delete(readEventId('childId', data))
    else if (isActivityEnd(type)) this.#activities.delete(readEventId('activityId', data))
    for (const event of outputs) this.#followOutput(event)
  }

  #followOutput(event: HistoryEvent): void {
    switch (event.type) {
      case 'TimerStarted':
      case 'TimerArmed':
        this.#timers.set(readEventId('timerId', event.data), event)
        return
      case 'TimerCancelled':
        this.#timers.delete(readEventId('timerId', event.data))
        return
      case 'ActivityScheduled':
        this.#activities.set(readEventId('activityId', event.data), event)
        return
      case 'ActivityCancelRequested':
        this.#activities.delete(readEventId('activityId', event.data))
        return
      case 'ChildRequested':
        this.#children.set(readEventId('childId', event.data), event)
        return
      default:
    }
  }
}
