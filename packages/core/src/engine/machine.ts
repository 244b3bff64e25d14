// What a sandbox holds per live run: the interface of run-machine.ts and the values it takes and gives.
import type { ArgumentDifference } from '../history/argument-difference.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { QueryAnswer } from '../workflow/delivery.js'
import type { BlockedReason, SourcePosition } from './blocked-reason.js'
import type { RunTask } from './run-task.js'
import type { OpenActivity, OpenTimer, Turn } from './turn.js'

export interface MachineOptions {
  readonly runId: string
  /** Hash of the bundle that the instance behind `activate` was made from. */
  readonly bundle: string
  /**
   * Takes a Delivery as JSON text, runs the code until its microtask queue is dry, and gives the Answer as text.
   * Whatever it throws is an engine error and blocks the run.
   */
  readonly activate: (delivery: string) => string
  /**
   * Asks the code for the stack of each command, so that a mismatch names its source line. Slow: after a replay that
   * ended in FOLIOT_NONDETERMINISM, replay once more on a fresh instance with this set, and answer what that gives.
   */
  readonly trace?: boolean
  /** Finds the author's line in a stack of the bundle, through its source map. */
  readonly mapStack?: (stack: string) => SourcePosition | undefined
}

export type ReplayOutcome =
  | {
      readonly type: 'replayed'
      readonly open: { readonly timers: readonly OpenTimer[]; readonly activities: readonly OpenActivity[] }
      /** Steps whose arguments or options aren't the recorded ones: a warning in production, an error in tests. */
      readonly differences: readonly ArgumentDifference[]
    }
  | { readonly type: 'blocked'; readonly reason: BlockedReason }

export type QueryOutcome = QueryAnswer | { readonly type: 'blocked'; readonly reason: BlockedReason }

export type ApplyOutcome =
  { readonly type: 'turn'; readonly turn: Turn } | { readonly type: 'blocked'; readonly reason: BlockedReason }

/** One live run. After a `blocked` outcome the instance is spent: drop it. */
export interface Machine {
  /** Number of the last event that the code has seen or produced. */
  readonly seq: number
  /** Brings a fresh instance to the end of its history. Call it at most once, before `apply`. */
  replay(history: readonly HistoryEvent[]): ReplayOutcome
  /** Fires what is due, applies the inputs, and says what is to be written. */
  apply(task: Pick<RunTask, 'now' | 'inputs'>): ApplyOutcome
  /** Asks the code as it stands, also after the run has ended. Records nothing. */
  query(name: string, args: string): QueryOutcome
  /**
   * A promise of this run was rejected and nobody handled it: fails the run, as an error that leaves `run` does, also in
   * place of a result of the same turn. Call it with the rejection's reason after `apply`, before its turn is handed on,
   * and hand on what this answers instead.
   */
  charge(error: unknown): ApplyOutcome
}
