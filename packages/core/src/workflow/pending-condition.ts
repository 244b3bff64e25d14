// A wait of `condition` that isn't decided yet.
import type { Wait } from './cancellation-scope.js'

export interface PendingCondition extends Wait {
  readonly predicate: () => unknown
  /** Of its time-out. */
  timerId: string | undefined
  readonly resolve: (holds: boolean) => void
  readonly reject: (error: unknown) => void
}
