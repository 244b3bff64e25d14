// What `client.start` takes beside the workflow. read-start-options.ts checks it.
import type { Duration } from '../base/duration.js'
import type { Instant } from '../base/instant.js'
import type { ConflictPolicy, ReusePolicy } from '../store/run-start.js'
import type { SignalRunOptions, UpdateRunOptions } from './send-to-run.js'

export interface CommonStartOptions {
  /**
   * Names what the run is about, such as `'order-4711'`: 1 to 255 characters. At most one run of a workflow id is open
   * at a time.
   */
  readonly workflowId: string
  /**
   * The queue whose workers run it.
   *
   * @default 'default'
   */
  readonly taskQueue?: string | undefined
  /**
   * 1 (first) to 5 (last): which run is taken when several are due.
   *
   * @default 3
   */
  readonly priority?: number | undefined
  /** Holds the run for this long before it starts. Not together with `startAt`. */
  readonly delay?: Duration | undefined
  /** Holds the run until this instant; one that is past starts it at once. */
  readonly startAt?: Instant | undefined
  /** Ends the run as timed out when it is still open so long after its start; at least 1 ms. Its code isn't told. */
  readonly runTimeout?: Duration | undefined
  /**
   * What to do when a run of this workflow id is open: refuse, hand out the open run (if its type and arguments are the
   * same), or end it and start anew.
   *
   * @default 'fail'
   */
  readonly conflict?: ConflictPolicy | undefined
  /**
   * Whether the workflow id may be used again after its last run closed.
   *
   * @default 'allow'
   */
  readonly reuse?: ReusePolicy | undefined
}

/** @typeParam Args the parameters of the workflow's run method */
export type StartOptions<Args extends readonly unknown[] = readonly unknown[]> = CommonStartOptions &
  ([] extends Args ? { readonly args?: Args | undefined } : { readonly args: Args })

export interface NamedSignal extends SignalRunOptions {
  readonly name: string
}

/** @typeParam Args the parameters of the workflow's run method */
export type SignalWithStartOptions<Args extends readonly unknown[] = readonly unknown[]> = Omit<
  StartOptions<Args>,
  'conflict'
> & { readonly signal: NamedSignal }

export interface NamedUpdate extends UpdateRunOptions {
  readonly name: string
}

/** @typeParam Args the parameters of the workflow's run method */
export type UpdateWithStartOptions<Args extends readonly unknown[] = readonly unknown[]> = Omit<
  StartOptions<Args>,
  'conflict'
> & { readonly update: NamedUpdate }
