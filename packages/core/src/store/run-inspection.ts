// What the tables know of an open run beside its history: who could take it, and how its activities stand.

export interface InspectedActivity {
  readonly activityId: string
  /** The last attempt that was started, 0 for none. */
  readonly attempt: number
  /** Whether an attempt runs now. */
  readonly isRunning: boolean
  /** Waiting: when it is to be run. Running: when the attempt is given up. */
  readonly dueAt: number
  /** JSON text of the last attempt's Failure. */
  readonly lastFailure?: string
}

export interface RunInspection {
  /** The store's clock. */
  readonly now: number
  /** Messages that the run hasn't consumed. */
  readonly mailWaiting: number
  /** Live workers of its task queue. */
  readonly workers: number
  /** Those that have a row: what runs at the run's owner has none. */
  readonly activities: readonly InspectedActivity[]
}
