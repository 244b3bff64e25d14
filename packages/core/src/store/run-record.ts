// A run as clients see it, and the queries for runs and their histories.

export const openRunStatuses = ['pending', 'running', 'paused', 'blocked'] as const
export const closedRunStatuses = [
  'completed',
  'failed',
  'timed-out',
  'terminated',
  'cancelled',
  'continued-as-new',
] as const
export type RunStatus = (typeof openRunStatuses)[number] | (typeof closedRunStatuses)[number]

export interface RunRecord {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly status: RunStatus
  /** Hash of the bundle the run is pinned to; absent before its first turn. */
  readonly bundle?: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
  /** JSON text of the encoded result. */
  readonly result?: string
  /** JSON text of a Failure. */
  readonly failure?: string
  /** Of a child: the run that asked for it. */
  readonly parentRunId?: string
  /** The run that goes on where this one left off: it continued as new, or it was reset. */
  readonly nextRunId?: string
  /** JSON text of a BlockedReason. */
  readonly blocked?: string
  readonly createdAt: number
  readonly startedAt?: number
  readonly closedAt?: number
  /** Open runs: when it is due next, and who owns it now. */
  readonly wakeAt?: number
  readonly owner?: string
}

export type RunReference = { readonly runId: string } | { readonly workflowId: string }

export interface RunQuery {
  readonly workflowType?: string
  readonly workflowId?: string
  readonly status?: RunStatus
  /** 1 to 1,000. Newest first. */
  readonly limit: number
  /** From a page's `next`. */
  readonly after?: string
}

export interface RunPage {
  readonly runs: readonly RunRecord[]
  readonly next?: string
}

export interface HistoryQuery {
  readonly runId: string
  /** Events with a greater sequence number; 0 for all. */
  readonly afterSeq: number
  readonly limit?: number
}
