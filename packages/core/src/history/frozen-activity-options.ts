// An activity's options as they stand in its ActivityScheduled event: defaults filled in, durations in milliseconds.
// What an author writes is workflow/activity-options.ts.

export interface FrozenRetryPolicy {
  readonly initialIntervalMs: number
  readonly backoffCoefficient: number
  readonly maximumIntervalMs: number
  /** 0 means no limit. */
  readonly maximumAttempts: number
  readonly nonRetryableErrors: readonly string[]
}

export interface FrozenActivityOptions {
  /** Absent when the run's own task queue serves it. */
  readonly taskQueue?: string
  /** 1 (first) to 5 (last). */
  readonly priority: number
  readonly startToCloseMs: number
  /** Absent means no limit. */
  readonly scheduleToCloseMs?: number
  readonly scheduleToStartMs?: number
  readonly heartbeatMs?: number
  readonly retry: FrozenRetryPolicy
}
