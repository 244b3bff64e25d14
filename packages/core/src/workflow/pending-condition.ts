// A wait of `condition` that isn't decided yet.

export interface PendingCondition {
  readonly predicate: () => unknown
  /** Of its time-out. */
  timerId: string | undefined
  readonly resolve: (holds: boolean) => void
  readonly reject: (error: unknown) => void
}
