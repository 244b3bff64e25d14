// The sandbox port: where workflow code runs. sandbox/ has its two hosts, worker threads and in-thread.
import type { Bundle } from '../authoring/bundle.js'
import type { QueryReply, QueryTask } from './query-task.js'
import type { RunAnswer, RunTask } from './run-task.js'

export interface WorkflowLogLine {
  readonly runId: string
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  /** JSON text of an object. */
  readonly fields: string
}

export interface SandboxStats {
  readonly cachedRuns: number
  readonly usedBytes: number
  readonly evictions: number
}

export interface SandboxHost {
  /** Makes a bundle available. Idempotent. Rejects with BundleInvalidError if it can't be evaluated. */
  loadBundle(bundle: Bundle): Promise<void>
  /** Executes tasks of different runs; answers stand in the order of the tasks. Never rejects for what code does. */
  execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]>
  /** Asks a run as it stands at a sequence number. Changes nothing of it. */
  query(task: QueryTask): Promise<QueryReply>
  /** Forgets live instances, for runs whose turn wasn't committed or that closed. Runs no code of theirs. */
  drop(runIds: readonly string[]): void
  stats(): Promise<SandboxStats>
  close(): Promise<void>
}
