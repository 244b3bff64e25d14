// What crosses between a ThreadHost and its threads.
import type { Bundle } from '../authoring/bundle.js'
import type { QueryReply, QueryTask } from '../engine/query-task.js'
import type { SandboxStats, WorkflowLogLine } from '../engine/sandbox-host.js'

/** Handed to a thread when it starts. */
export interface ThreadSetup {
  readonly progress: SharedArrayBuffer
  readonly cacheBytes: number
}

export type ThreadRequest =
  | { readonly type: 'load'; readonly bundle: Bundle }
  | { readonly type: 'execute'; /** task-text.ts */ readonly tasks: string }
  | { readonly type: 'query'; readonly task: QueryTask }
  | { readonly type: 'stats' }

/** Requests are numbered, so that a reply finds its caller; `drop` has no reply. */
export type ToThread =
  { readonly id: number; readonly request: ThreadRequest } | { readonly id: null; readonly drop: readonly string[] }

export type ThreadReply =
  | { readonly type: 'loaded' }
  | {
      readonly type: 'executed'
      /** answer-text.ts */ readonly answers: string
      readonly log: readonly WorkflowLogLine[]
    }
  | { readonly type: 'queried'; readonly reply: QueryReply }
  | { readonly type: 'stats'; readonly stats: SandboxStats }
  /** A bundle can't be loaded, and why. */
  | { readonly type: 'invalid'; readonly why: string }
  /** The sandbox itself failed. */
  | { readonly type: 'failed'; readonly message: string }
  /** The thread ended before it answered; made by the host. */
  | { readonly type: 'ended' }

export interface FromThread {
  readonly id: number
  readonly reply: ThreadReply
}
