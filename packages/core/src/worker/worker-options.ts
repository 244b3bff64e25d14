// What Worker.create takes.
import type { Bundle } from '../authoring/bundle.js'
import type { Duration } from '../base/duration.js'
import type { DatabaseOption } from '../store/postgres/open-store.js'
import type { Logger } from './logger.js'
import type { RetentionOptions } from './retention-options.js'

export interface WorkerOptions {
  /** A `postgres://` URL, a `pg.Pool`, or a directory for the embedded database. */
  readonly database: DatabaseOption
  /** @default 'foliot' */
  readonly schema?: string
  /** The folder that the bundler wrote, or a bundle in memory. Leave it out for a worker that only runs activities. */
  readonly bundle?: string | URL | Bundle
  /** Instances of `@Activities` classes, and objects of plain functions. */
  readonly activities?: readonly object[] | object
  /**
   * Whether the worker begins to work at once. One that doesn't works while `drain` is under way, or from `run` on.
   *
   * @default true
   */
  readonly start?: boolean
  /** @default 'default' */
  readonly taskQueue?: string
  /**
   * Activities of the bundle that other workers run: their names, or `true` for any. A name that is neither registered
   * here nor listed is an error at `create`, because runs would wait for it for ever.
   *
   * @default []
   */
  readonly remoteActivities?: readonly string[] | true
  /** @default 1000 */
  readonly maxConcurrentActivities?: number
  /** Runs under way at once in this worker; sleeping ones don't count. @default 2000 */
  readonly maxConcurrentRuns?: number
  /** How long a worker that stops renewing keeps its runs. @default '15 seconds' */
  readonly lease?: Duration
  /** How long `shutdown` waits for running activities. @default '10 seconds' */
  readonly shutdownGrace?: Duration
  readonly sandbox?: SandboxOptions
  /**
   * When closed runs of the whole schema go: `{ after: '30 days' }`. Any worker may do it for all; of several, one at a time
   * does, by its own options.
   *
   * @default closed runs stay for ever
   */
  readonly retention?: RetentionOptions
  /** Whether to LISTEN for wake-ups; polling alone is correct. @default true */
  readonly listen?: boolean
  /** Defaults to warnings and errors on standard error. */
  readonly logger?: Logger
}

export interface SandboxOptions {
  /** Where workflow code runs: in threads, or in the worker's own thread, where an endless loop stalls everything. @default 'threads' */
  readonly host?: 'threads' | 'in-thread'
  /** @default the number of processors less one, at least 1 */
  readonly threads?: number
  /** A single activation that runs for longer is stopped, and its run blocked. @default '2 seconds' */
  readonly stuckAfter?: Duration
}
