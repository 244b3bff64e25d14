// What a run that is reset begins with: a part of the history before it, and what came later and isn't the code's to undo, as
// inputs in their order. Pure.
import type { OperatorNote } from '../history/event-data.js'
import type { HistoryEvent } from '../history/history-event.js'
import { splitDeliveries } from '../history/split-deliveries.js'
import type { ResetNoteInput } from './input.js'
import { type NamedChild, OpenEvents } from './open-events.js'
import { operatorFacts } from './operator-facts.js'
import { laterInputs, type LaterInput } from './later-inputs.js'
import type { OpenActivity, OpenChild, OpenTimer } from './turn.js'

export interface ResetRequest extends OperatorNote {
  readonly fromRunId: string
  readonly newRunId: string
  /** Number of the last event that stays; 0 to begin anew. */
  readonly throughSeq: number
  /** Of the store, in milliseconds. */
  readonly now: number
}

export interface ResetPlan {
  /** Events up to this number are copied. */
  readonly throughSeq: number
  /** What follows them: RunReset. None in a run that begins anew, which records it after its start. */
  readonly events: readonly HistoryEvent[]
  /** What the inbox begins with, in order, as it was received. */
  readonly inputs: readonly (LaterInput | ResetNoteInput)[]
  readonly timers: readonly OpenTimer[]
  /** Activities that the run waits for, and that haven't ended well: each is run afresh, its clocks from now on. */
  readonly activities: readonly OpenActivity[]
  /** Children that the run waits for, and whose end the history doesn't tell. */
  readonly children: readonly NamedChild[]
  /** Children of the run before that aren't the new run's. */
  readonly childrenLeft: readonly OpenChild[]
}

const openIn = (history: readonly HistoryEvent[]): OpenEvents => {
  const open = new OpenEvents()
  for (const delivery of history[0]?.type === 'RunStarted' ? splitDeliveries(history) : []) open.follow(delivery)
  return open
}

/**
 * @param history the whole history of the run that is reset
 * @param throughSeq as `resetPoint` or `retryPoint` answered it
 */
export const planReset = (
  history: readonly HistoryEvent[],
  { fromRunId, newRunId, throughSeq, now, reason, by }: ResetRequest,
): ResetPlan => {
  const kept = history.slice(0, throughSeq)
  const open = openIn(kept)
  const timers = open.timers.map(operatorFacts(kept).moved)
  const { activities, children } = open
  const later = laterInputs(history, throughSeq, { timers, activities, children })
  const keptChildren = new Set(children.map(({ runId }) => runId))
  const data = { fromRunId, ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) }
  const isAnew = throughSeq === 0
  const recordedAt = Math.max(now, kept.at(-1)?.recordedAt ?? 0)
  return {
    throughSeq,
    events: isAnew
      ? []
      : [{ seq: throughSeq + 1, type: 'RunReset', recordedAt, data: JSON.stringify({ ...data, runId: newRunId }) }],
    inputs: isAnew ? [{ type: 'reset-note', receivedAt: now, ...data }, ...later.inputs] : later.inputs,
    timers: timers.map(({ timerId, kind, fireAt }) => ({ timerId, kind, fireAt })),
    activities: activities
      .filter(({ activityId }) => !later.ended.has(activityId))
      .map((activity) => ({ ...activity, scheduledAt: now })),
    children: children.filter(({ runId }) => !later.ended.has(runId)),
    childrenLeft: openIn(history)
      .children.filter(({ runId }) => !keptChildren.has(runId))
      .map(({ runId, policy }) => ({ runId, policy })),
  }
}
