// Why a run is blocked: kept on the run's row, shown to people, cleared when it goes on.

export interface SourcePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface BlockedReason {
  readonly code:
    | 'FOLIOT_NONDETERMINISM'
    | 'FOLIOT_WORKFLOW_STUCK'
    | 'FOLIOT_WORKFLOW_OUT_OF_MEMORY'
    | 'FOLIOT_BUNDLE_UNAVAILABLE'
    | 'FOLIOT_UNKNOWN_EVENT'
    | 'FOLIOT_HISTORY_TOO_LONG'
    | 'FOLIOT_COMMIT_REFUSED'
    | 'FOLIOT_WORKER_LOST_REPEATEDLY'
    | 'FOLIOT_ENGINE_ERROR'
  /** One sentence: what happened, why, and what to do. */
  readonly message: string
  /** For nondeterminism: the sequence number at which history and code part. */
  readonly seq?: number
  readonly recorded?: string
  readonly produced?: string
  readonly source?: SourcePosition
}
