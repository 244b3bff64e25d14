// One wait's interest in a run, as the poller keeps it. Not polled unless somebody waits in `next()`.
import type { RunRecord } from '../store/run-record.js'

/** `closing`: only a closed or missing run is news. `progress`: every look is. */
export type RunInterest = 'closing' | 'progress'

interface Waiter {
  resolve(record: RunRecord | undefined): void
  reject(error: unknown): void
}

export class RunSubscription {
  readonly runId: string
  readonly interest: RunInterest
  intervalMs: number
  /** In the client's clock. */
  dueAt: number
  lookedAt = Number.NEGATIVE_INFINITY
  /** A hint came since the last look began. */
  hinted = false
  /** A hint said that the run has closed. */
  heardOfEnd = false
  waiter: Waiter | undefined
  readonly #firstMs: number
  readonly #onWait: (subscription: RunSubscription) => void
  readonly #onEnd: (subscription: RunSubscription) => void

  constructor(
    run: { readonly runId: string; readonly interest: RunInterest; readonly firstMs: number; readonly dueAt: number },
    onWait: (subscription: RunSubscription) => void,
    onEnd: (subscription: RunSubscription) => void,
  ) {
    this.runId = run.runId
    this.interest = run.interest
    this.#firstMs = run.firstMs
    this.intervalMs = run.firstMs
    this.dueAt = run.dueAt
    this.#onWait = onWait
    this.#onEnd = onEnd
  }

  /** The run at the next look that is news; `undefined` when there is no such run. One call at a time. */
  next(): Promise<RunRecord | undefined> {
    return new Promise((resolve, reject) => {
      this.waiter = { resolve, reject }
      this.#onWait(this)
    })
  }

  /** The run moves: look again soon. */
  quicken(): void {
    this.intervalMs = this.#firstMs
    this.dueAt = Math.min(this.dueAt, this.lookedAt + this.#firstMs)
  }

  /** Loses interest. A pending `next()` stays unsettled. */
  end(): void {
    this.waiter = undefined
    this.#onEnd(this)
  }
}
