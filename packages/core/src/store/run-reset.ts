// A run that is reset: it closes, if it is open, and another begins with a part of its history, all in one step, so that the
// workflow id is never free in between and nothing that was sent is lost.
import type { ResetPlan } from '../engine/plan-reset.js'
import type { OperatorNote } from '../history/event-data.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { Operation } from './operation.js'
import type { Outgoing } from './outgoing.js'
import type { OutgoingMessage } from './message.js'

export interface RunReset {
  /** The run that is reset, of which the plan was made. */
  readonly runId: string
  readonly newRunId: string
  readonly plan: ResetPlan
  /** What the new run is executed on; absent for the current bundle of its type. */
  readonly bundle?: string
  /** Kept as an operation of the new run. */
  readonly operation: Operation
}

/** Of a run that is closed: it is kept as an operation of that run too. */
export type ClosedRunReset = RunReset

/** Of an open run, by its owner. */
export interface OpenRunReset extends RunReset {
  /** How the run ends: RunTerminated, and the failure as JSON text. */
  readonly event: HistoryEvent
  readonly failure: string
  /** What the children hear that the new run doesn't know. */
  readonly outgoing: readonly Outgoing[]
  /** Results of activities that only the owner knows. */
  readonly results: readonly Pick<OutgoingMessage, 'key' | 'data'>[]
}

export type ResetOutcome =
  /** Also when this very reset was carried out before. */
  | { readonly type: 'reset' }
  /** It is open, and this is for closed runs. */
  | { readonly type: 'open' }
  /** This worker doesn't own it. */
  | { readonly type: 'not-owned' }
  | { readonly type: 'not-found' }
  /** Another run of the workflow id is open. */
  | { readonly type: 'conflict'; readonly runId: string }
  /** No such bundle, or no bundle that has its workflow. */
  | { readonly type: 'unknown-bundle' }

/** What a `reset` message carries, as JSON: its receiver, the owner of the run, makes the plan. */
export interface ResetMessage extends OperatorNote {
  readonly newRunId: string
  /** Number of the last event that stays. The history only grows, so it stays the same. */
  readonly throughSeq: number
  readonly bundle?: string
}
