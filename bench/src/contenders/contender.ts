// What the bench asks of every engine that takes part: four small workflows, started and finished the way its own
// documentation does it.
import type { SandboxProbe } from './sandbox-probe.js'

export type WorkflowName =
  /** One step, then the result. */
  | 'one-step'
  /** Ten steps, one after the other. */
  | 'ten-steps'
  /** Sleeps for `sleepMs`, then one step. */
  | 'sleeper'
  /** Sleeps until `wakeAt`, then ends. */
  | 'alarm'

export interface WorkflowInput {
  /** Names the run in `ContenderHooks.onStep`. */
  readonly key: number
  readonly sleepMs?: number
  /** Milliseconds since the epoch. */
  readonly wakeAt?: number
}

export interface ContenderHooks {
  /** To be called by every step as its only work; its answer is the step's result. */
  readonly onStep: (key: number) => number
}

export interface ContenderOptions {
  readonly databaseUrl: string
  readonly hooks: ContenderHooks
}

/** SQL over the contender's own tables. */
export interface ContenderQueries {
  /** One row `done boolean`: no run is open. Asked every few milliseconds. */
  readonly allFinished: string
  /** One row `completed`, `failed`: counts of closed runs. */
  readonly closedRuns: string
  /** One row `waiting`: count of runs that have come as far as their sleep. */
  readonly waitingRuns: string
  /** Rows `run_id`, `fire_at` (milliseconds since the epoch): when each run's sleep was to end, as the engine recorded it. */
  readonly sleepInstants: string
}

export interface ContenderDescription {
  readonly version: string
  /** What was set, for the report. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly queries: ContenderQueries
}

export interface Contender {
  readonly description: ContenderDescription
  /** Installs the schema and connects. The worker doesn't run yet. */
  setUp(): Promise<void>
  startWorker(): Promise<void>
  stopWorker(): Promise<void>
  /** Starts runs as fast as the client can, while the worker may or may not run. Answers their ids in order. */
  startRuns(workflow: WorkflowName, inputs: readonly WorkflowInput[]): Promise<readonly string[]>
  /** Starts one run and waits for its result, beside a running worker. */
  call(workflow: WorkflowName, input: WorkflowInput): Promise<unknown>
  /** Of an engine with a sandbox: runs of so many steps, for their histories. Answers the ids of the closed runs. */
  recordRuns?(runs: number, steps: number): Promise<readonly string[]>
  readonly sandbox?: SandboxProbe
  tearDown(): Promise<void>
}

export type CreateContender = (options: ContenderOptions) => Promise<Contender>
