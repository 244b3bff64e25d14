// A question to a run, as a sandbox takes it.
import type { HistoryEvent } from '../history/history-event.js'
import type { QueryAnswer } from '../workflow/delivery.js'
import type { BlockedReason } from './blocked-reason.js'

export interface QueryTask {
  readonly runId: string
  /** Hash of the bundle to ask it on. */
  readonly bundle: string
  /** What is committed: a live instance answers only if it stands there. */
  readonly seq: number
  /** The whole history up to `seq`, for a run without a live instance. */
  readonly history?: readonly HistoryEvent[]
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
}

export type QueryReply =
  | QueryAnswer
  /** No live instance at `seq`: send the history. */
  | { readonly type: 'history-needed' }
  /** The run can't be brought to where it can be asked. */
  | { readonly type: 'blocked'; readonly reason: BlockedReason }
