// What one run wants written after an activation: pure data, made in the sandbox thread, committed by the worker.
import type { ParentClosePolicy, TimerKind } from '../history/event-data.js'
import type { FrozenActivityOptions } from '../history/frozen-activity-options.js'
import type { HistoryEvent } from '../history/history-event.js'

export interface OpenTimer {
  readonly timerId: string
  readonly kind: TimerKind
  /** Database time in milliseconds since the epoch. */
  readonly fireAt: number
}

export interface OpenActivity {
  readonly activityId: string
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
  readonly options: FrozenActivityOptions
  /** recordedAt of its ActivityScheduled. */
  readonly scheduledAt: number
}

/** The run ends, and another of its workflow id begins in the same commit. */
export interface Continuation {
  readonly type: 'continued-as-new'
  readonly newRunId: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
  /** What the new run finds in its inbox: texts of call-message.ts. */
  readonly signals: readonly string[]
}

export type Closing =
  | { readonly type: 'completed'; readonly result: string }
  | { readonly type: 'failed'; readonly failure: string }
  | Continuation
  | { readonly type: 'timed-out' | 'terminated' | 'cancelled'; readonly failure: string }

export interface OpenChild {
  readonly runId: string
  readonly policy: ParentClosePolicy
}

export interface RejectedUpdate {
  readonly updateId: string
  /** JSON text of a Failure. */
  readonly failure: string
}

export interface Turn {
  readonly runId: string
  /** Sequence number of the last event before this turn. */
  readonly baseSeq: number
  readonly events: readonly HistoryEvent[]
  /**
   * Timers that this turn opened and that are still open at its end; none when it closes the run. The row of an earlier
   * timer of the same id is replaced.
   */
  readonly timersOpened: readonly OpenTimer[]
  /** Timers opened by earlier turns and ended by this one, except those whose id stands in `timersOpened` again. */
  readonly timersClosed: readonly string[]
  /** Activities of earlier turns that ended in this one. */
  readonly activitiesClosed: readonly string[]
  /** Inbox messages up to this number are consumed; absent when none were. */
  readonly mailConsumed?: number
  /** The latest fireAt among the TimerFired events of this turn: the commit refuses it before that time. */
  readonly latestFireAt?: number
  /** Children that are open when this turn ends the run. */
  readonly childrenLeft?: readonly OpenChild[]
  /** Updates that were refused: nothing else of the turn shows them. */
  readonly updatesRejected?: readonly RejectedUpdate[]
  readonly closing?: Closing
  /** Set when the run is paused at the end of the turn; so many of the task's last inputs wait until it is resumed. */
  readonly paused?: { readonly inputsLeft: number }
  /** The state after this turn, for the worker to decide what to wait for. */
  readonly nextTimerAt: number | null
  readonly openActivities: number
}
