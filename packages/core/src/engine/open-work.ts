// What a live run has open: timers, activities, children. Its events open and end them, and the turn hears of each.
import { readEventId } from '../history/event-id.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { ChildResultInput } from './input.js'
import { requestedChild, startedTimer } from './open-steps.js'
import { OpenTimers, type StartedTimer } from './open-timers.js'
import type { ReplayResult } from './replay-history.js'
import type { TurnDraft } from './turn-draft.js'
import type { OpenChild } from './turn.js'

type Replayed = Extract<ReplayResult, { type: 'replayed' }>

export class OpenWork {
  readonly #timers = new OpenTimers()
  readonly #activities = new Set<string>()
  /** Most runs have none. */
  #children: Map<string, OpenChild> | undefined

  get nextTimer(): StartedTimer | undefined {
    return this.#timers.next
  }

  get activities(): number {
    return this.#activities.size
  }

  timer(timerId: string): StartedTimer | undefined {
    return this.#timers.get(timerId)
  }

  /** As a replay left it. */
  restore({ timers, activities, children }: Pick<Replayed, 'timers' | 'activities' | 'children'>): void {
    for (const timer of timers) this.#timers.add(timer)
    for (const { activityId } of activities) this.#activities.add(activityId)
    for (const { childId, ...child } of children) this.#openChild(childId, child)
  }

  /** Follows an event by which the code opens or gives up something. */
  follow(event: HistoryEvent, draft: TurnDraft): void {
    switch (event.type) {
      case 'TimerStarted':
      case 'TimerArmed': {
        const timer = startedTimer(event)
        if (timer !== undefined) this.setTimer(timer, draft)
        return
      }
      case 'TimerCancelled': {
        const timer = this.#timers.remove(readEventId('timerId', event.data))
        if (timer !== undefined) draft.endTimer(timer, 'cancelled')
        return
      }
      case 'ActivityScheduled':
        this.#activities.add(readEventId('activityId', event.data))
        return
      case 'ActivityCancelRequested':
        this.endActivity(readEventId('activityId', event.data), draft)
        return
      case 'ChildRequested': {
        const { childId, ...child } = requestedChild(event)
        this.#openChild(childId, child)
        return
      }
      default:
    }
  }

  /** Opens a timer, or moves one. */
  setTimer(timer: StartedTimer, draft: TurnDraft): void {
    this.#timers.add(timer)
    draft.openTimer(timer)
  }

  fireTimer(timer: StartedTimer, draft: TurnDraft): void {
    this.#timers.remove(timer.timerId)
    draft.endTimer(timer, 'fired')
  }

  /** False when it isn't open: a second result, after a takeover or a lost claim, changes nothing. */
  endActivity(activityId: string, draft: TurnDraft): boolean {
    if (!this.#activities.delete(activityId)) return false
    draft.endActivity(activityId)
    return true
  }

  /** False when it isn't open, or when it is another that ended: one that a run asked for before it was reset. */
  endChild({ childId, runId }: Pick<ChildResultInput, 'childId' | 'runId'>): boolean {
    const child = this.#children?.get(childId)
    if (child === undefined || (runId !== undefined && runId !== child.runId)) return false
    return this.#children?.delete(childId) === true
  }

  /** Empties it; answers the children that were open. */
  close(): readonly OpenChild[] {
    const children = [...(this.#children?.values() ?? [])]
    this.#timers.clear()
    this.#activities.clear()
    this.#children = undefined
    return children
  }

  #openChild(childId: string, child: OpenChild): void {
    ;(this.#children ??= new Map()).set(childId, child)
  }
}
