// One piece of work for a sandbox: bring a run up to date with its history if need be, then apply what happened.
import type { ArgumentDifference } from '../history/argument-difference.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { BlockedReason } from './blocked-reason.js'
import type { Input } from './input.js'
import type { OpenActivity, OpenTimer, Turn } from './turn.js'

export interface RunTask {
  readonly runId: string
  /** Hash of the bundle to run it on. */
  readonly bundle: string
  /** The sequence number that a live instance must have reached to be used. */
  readonly seq: number
  /** The whole history up to `seq`, when the worker knows that no live instance fits. */
  readonly history?: readonly HistoryEvent[]
  /** A lower bound of database time; due timers up to it are fired. */
  readonly now: number
  readonly inputs: readonly Input[]
}

export type RunAnswer =
  /** `turn.events` is empty when nothing was due and no input applied. */
  | {
      readonly type: 'turn'
      readonly turn: Turn
      /** Only after a replay: what was open in the history, before the inputs were applied. */
      readonly open?: { readonly timers: readonly OpenTimer[]; readonly activities: readonly OpenActivity[] }
      /** Only after a replay: steps whose arguments or options aren't the recorded ones. */
      readonly differences?: readonly ArgumentDifference[]
    }
  /** No live instance at `seq`: send the history. */
  | { readonly type: 'history-needed'; readonly runId: string }
  /** The run can't go on on this bundle. Nothing of this task may be written. */
  | { readonly type: 'blocked'; readonly runId: string; readonly reason: BlockedReason }
