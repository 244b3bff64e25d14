// Options of the calls of a run handle.
import type { Duration } from '../base/duration.js'

export interface ResultOptions {
  /** How long to wait; the run itself isn't ended. Forever by default. */
  readonly timeout?: Duration | undefined
  /** Ends the wait with its reason when it aborts. */
  readonly signal?: AbortSignal | undefined
  /**
   * Whether to go on to the runs in which this one continued as new. Without it, such a run rejects with
   * WorkflowContinuedError.
   *
   * @default true
   */
  readonly followRuns?: boolean | undefined
}

export interface RunQueryOptions {
  /** The arguments of the query's method. */
  readonly args?: readonly unknown[] | undefined
  /**
   * How long to wait for a worker's answer.
   *
   * @default '10 seconds'
   */
  readonly timeout?: Duration | undefined
}

export interface DescribeOptions {
  /**
   * Whether to say why the run is waiting.
   *
   * @default false
   */
  readonly explain?: boolean | undefined
}

export interface HistoryOptions {
  /**
   * Only events after this one.
   *
   * @default 0
   */
  readonly afterSeq?: number | undefined
  /** At most so many. All by default. */
  readonly limit?: number | undefined
}

export interface WatchOptions {
  /**
   * Only what events after this one tell.
   *
   * @default 0
   */
  readonly afterSeq?: number | undefined
  /** Ends the watch with its reason when it aborts. */
  readonly signal?: AbortSignal | undefined
}
