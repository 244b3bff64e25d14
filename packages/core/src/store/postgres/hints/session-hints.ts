// What a worker's session tells the rest of the process, and other processes, once it is committed.
import type { WorkKind } from '../../store.js'
import type { CommitEntry } from '../../worker-session.js'

export interface SessionHints {
  committed(entries: readonly CommitEntry[]): void
  /** Owned runs that have mail, with their owners' epochs. */
  mail(runs: readonly { readonly runId: string; readonly epoch: number }[]): void
  /** Something may be due on these queues. */
  work(of: WorkKind, taskQueues: readonly string[]): void
  reset(runId: string, taskQueue: string): void
  answered(queryIds: readonly string[]): void
  ended(): void
}
