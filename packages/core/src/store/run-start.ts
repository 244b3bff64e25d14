// A request to start a run, and what came of it.

import type { OutgoingMessage } from './message.js'

/** How a child knows its parent. */
export interface ParentLink {
  readonly runId: string
  readonly childId: string
}

export type ConflictPolicy = 'fail' | 'use-existing' | 'terminate-existing'
export type ReusePolicy = 'allow' | 'allow-failed-only' | 'reject'

export interface RunStart {
  /** UUID version 7, made by the caller: repeating a start with the same run id changes nothing. */
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** 1 (first) to 5 (last). */
  readonly priority: number
  /** JSON text of the array of encoded arguments. */
  readonly args: string
  /** Held for this long from the store's now, or until this instant. */
  readonly delayMs?: number
  readonly startAt?: number
  readonly runTimeoutMs?: number
  /** What to do when a run of this workflow id is open. */
  readonly conflict: ConflictPolicy
  /** Whether a workflow id whose last run closed may be used again. */
  readonly reuse: ReusePolicy
  /** The run that hears how this one ends, and the name that it has there. */
  readonly parent?: ParentLink
  /** Left in the inbox of the run that is started, if one is: nobody sees the run without it. */
  readonly firstMessage?: Omit<OutgoingMessage, 'runId'>
}

export type StartOutcome =
  | { readonly type: 'started'; readonly runId: string }
  /** `use-existing` found an open run of the same type and the same arguments. */
  | { readonly type: 'existing'; readonly runId: string }
  /** An open run holds the workflow id; with `use-existing`: of another type or other arguments. */
  | {
      readonly type: 'conflict'
      readonly runId: string
      readonly workflowType: string
      readonly differs: 'nothing' | 'type' | 'args'
    }
  | { readonly type: 'reuse-refused'; readonly runId: string; readonly status: string }
  /** No current bundle has this workflow. */
  | { readonly type: 'unknown-workflow' }
