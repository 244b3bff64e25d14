// What happened to a run after the cut of a reset and stays true: results of what was asked for before the cut, messages of
// others, and timers that operators moved. Failures of activities don't stay, nor cancellations and pauses.
import { readEventId } from '../history/event-id.js'
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { ActivityResultInput, ChildResultInput, RescheduleInput, SignalInput, UpdateInput } from './input.js'
import type { NamedChild } from './open-events.js'
import { startedTimer } from './open-steps.js'
import type { StartedTimer } from './open-timers.js'
import type { OpenActivity } from './turn.js'

export type LaterInput = ActivityResultInput | ChildResultInput | RescheduleInput | SignalInput | UpdateInput

export interface LaterInputs {
  readonly inputs: readonly LaterInput[]
  /** Activities, by their ids, and children, by their runs, that ended in them. */
  readonly ended: ReadonlySet<string>
}

/** What the run waits for at the cut. */
interface OpenAtCut {
  readonly timers: readonly StartedTimer[]
  readonly activities: readonly OpenActivity[]
  readonly children: readonly NamedChild[]
}

class Walk {
  readonly #timers: Map<string, number>
  readonly #activities: Set<string>
  readonly #children: Map<string, string>
  readonly #ended = new Set<string>()
  readonly #inputs: { readonly input: LaterInput; readonly seq: number }[] = []
  /** Timers of before the cut as they fired: the number of the event, and when they were due. */
  readonly #fired: { readonly seq: number; readonly dueAt: number }[] = []

  constructor({ timers, activities, children }: OpenAtCut) {
    this.#timers = new Map(timers.map(({ timerId, fireAt }) => [timerId, fireAt]))
    this.#activities = new Set(activities.map(({ activityId }) => activityId))
    this.#children = new Map(children.map(({ childId, runId }) => [childId, runId]))
  }

  see(event: HistoryEvent): void {
    const { type, data, recordedAt: receivedAt } = event
    switch (type) {
      case 'ActivityCompleted': {
        const { activityId, attempt, result } = parseEventData<'ActivityCompleted'>(data)
        if (!this.#activities.delete(activityId)) return
        this.#ended.add(activityId)
        const outcome = { type: 'completed', result: JSON.stringify(result) } as const
        return this.#add(event, { type: 'activity-result', receivedAt, activityId, attempt, outcome })
      }
      case 'ActivityScheduled':
      case 'ActivityCancelRequested':
        // Of this id another, or nobody waits for it: what ends is no longer what was open at the cut.
        this.#activities.delete(readEventId('activityId', data))
        return
      case 'ChildCompleted':
      case 'ChildFailed':
        return this.#seeChild(event)
      case 'ChildRequested':
        this.#children.delete(readEventId('childId', data))
        return
      case 'SignalReceived': {
        const { name, args, receivedAt: at } = parseEventData<'SignalReceived'>(data)
        return this.#add(event, { type: 'signal', receivedAt: Date.parse(at), name, args: JSON.stringify(args) })
      }
      case 'UpdateAccepted': {
        const { updateId, name, args, receivedAt: at } = parseEventData<'UpdateAccepted'>(data)
        const call = { updateId, name, args: JSON.stringify(args) }
        return this.#add(event, { type: 'update', receivedAt: Date.parse(at), ...call })
      }
      case 'TimerRescheduled': {
        const { timerId, fireAt, reason, by } = parseEventData<'TimerRescheduled'>(data)
        if (!this.#timers.has(timerId)) return
        this.#timers.set(timerId, Date.parse(fireAt))
        const note = { ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) }
        const move = { timerId, fireAt: Date.parse(fireAt), ...note }
        return this.#add(event, { type: 'reschedule-timer', receivedAt, ...move })
      }
      case 'TimerFired': {
        const timerId = readEventId('timerId', data)
        const dueAt = this.#timers.get(timerId)
        if (dueAt !== undefined) this.#fired.push({ seq: event.seq, dueAt })
        this.#timers.delete(timerId)
        return
      }
      case 'TimerStarted':
      case 'TimerArmed':
        if (startedTimer(event) !== undefined) this.#timers.delete(readEventId('timerId', data))
        return
      case 'TimerCancelled':
        this.#timers.delete(readEventId('timerId', data))
        return
      default:
    }
  }

  /**
   * The inputs as of when they came, which is what orders them against timers. Of results only the time of their turn is
   * known, which may be after that of a timer that fired later: they came before it.
   */
  inputs(): LaterInputs {
    const fired = [...this.#fired]
    let latest = Infinity
    const inputs = [...this.#inputs].reverse().map(({ input, seq }) => {
      for (let next = fired.at(-1); next !== undefined && next.seq > seq; next = fired.at(-1)) {
        latest = Math.min(latest, next.dueAt - 1)
        fired.pop()
      }
      return { ...input, receivedAt: Math.min(input.receivedAt, latest) }
    })
    return { inputs: inputs.reverse(), ended: this.#ended }
  }

  #seeChild(event: HistoryEvent): void {
    const { type, data, recordedAt: receivedAt } = event
    const childId = readEventId('childId', data)
    const runId = this.#children.get(childId)
    if (runId === undefined) return
    this.#children.delete(childId)
    this.#ended.add(runId)
    const child = { type: 'child-result', receivedAt, childId, runId } as const
    if (type === 'ChildCompleted') {
      const result = JSON.stringify(parseEventData<'ChildCompleted'>(data).result)
      return this.#add(event, { ...child, outcome: { type: 'completed', result } })
    }
    const { outcome, failure } = parseEventData<'ChildFailed'>(data)
    this.#add(event, { ...child, outcome: { type: outcome, failure: JSON.stringify(failure) } })
  }

  #add({ seq }: HistoryEvent, input: LaterInput): void {
    this.#inputs.push({ input, seq })
  }
}

/** @param throughSeq number of the last event before the cut */
export const laterInputs = (history: readonly HistoryEvent[], throughSeq: number, open: OpenAtCut): LaterInputs => {
  const walk = new Walk(open)
  for (const event of history.slice(throughSeq)) walk.see(event)
  return walk.inputs()
}
