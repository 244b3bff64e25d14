// What the parent and a contender's process say to one another.
import type { ContenderDescription, WorkflowName } from '../contenders/contender.js'
import type { RecordedHistory, ReplayResult } from '../contenders/sandbox-probe.js'

export interface RunBatch {
  readonly workflow: WorkflowName
  readonly count: number
  /** Spreads the starts evenly, one every so many milliseconds; as fast as possible when absent. */
  readonly everyMs?: number
  readonly sleepMs?: number
  readonly wakeAt?: number
}

export interface LiveLoad {
  readonly workflow: WorkflowName
  readonly callers: number
  /** Ends at whichever comes first. */
  readonly durationMs: number
  readonly maximumCalls?: number
}

export interface LiveResult {
  readonly calls: number
  readonly elapsedMs: number
  /** Milliseconds from start to result, of each call. */
  readonly latencies: readonly number[]
}

export interface StepEffect {
  readonly key: number
  /** Milliseconds since the epoch at which the step's code ran. */
  readonly at: number
}

/** Methods of a contender's process, by name: [parameter, answer]. */
export interface HostMethods {
  setUp: [undefined, ContenderDescription]
  startWorker: [undefined, undefined]
  stopWorker: [undefined, undefined]
  startRuns: [RunBatch, readonly string[]]
  callRuns: [LiveLoad, LiveResult]
  /** The effects of all steps since the last call. */
  takeEffects: [undefined, readonly StepEffect[]]
  recordRuns: [{ readonly runs: number; readonly steps: number }, readonly string[]]
  replay: [readonly RecordedHistory[], ReplayResult]
  bytesPerCachedRun: [number, number]
  tearDown: [undefined, undefined]
}

export type HostMethod = keyof HostMethods

export interface HostRequest {
  readonly id: number
  readonly method: HostMethod
  readonly parameter: unknown
}

export type HostReply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string }
