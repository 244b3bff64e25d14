// Gathers the runs that become ready in one turn of the event loop, loads what they lack, and gives them to the sandbox
// in one batch.
import type { Clock } from '../base/clock.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { ResetMessage } from '../store/run-reset.js'
import type { WorkerSession } from '../store/worker-session.js'
import type { BundleCache } from './bundle-cache.js'
import type { DatabaseClock } from './database-clock.js'
import { isHeld, type OwnedRun } from './owned-run.js'
import { RunLoader } from './run-loader.js'

export interface RunBatchesOptions {
  readonly session: WorkerSession
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  readonly sandbox: SandboxHost
  readonly bundles: BundleCache
  readonly onAnswer: (run: OwnedRun, task: RunTask, answer: RunAnswer) => void
  /** The run mustn't start yet. */
  readonly onHeld: (run: OwnedRun) => void
  /** It is to be reset, whether it can be executed or not. */
  readonly onReset: (run: OwnedRun, message: ResetMessage) => void
  /** The run's bundle can't be had. */
  readonly onUnusable: (run: OwnedRun, error: Error) => void
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
  readonly onProgress: () => void
}

export class RunBatches {
  readonly #options: RunBatchesOptions
  readonly #loader: RunLoader
  #ready: OwnedRun[] = []
  #toLoad: OwnedRun[] = []
  #underWay = 0
  #flushing = false
  #stopped = false

  constructor(options: RunBatchesOptions) {
    this.#options = options
    this.#loader = new RunLoader(options)
  }

  /** Runs that wait for their batch or are in one. */
  get size(): number {
    return this.#ready.length + this.#toLoad.length + this.#underWay
  }

  execute(run: OwnedRun): void {
    if (!this.#options.bundles.has(run.bundle)) return this.load(run)
    run.phase = 'ready'
    run.again = false
    this.#ready.push(run)
    this.#flushSoon()
  }

  /** Reads mail and history that the run lacks, then executes it. */
  load(run: OwnedRun): void {
    run.phase = 'reading'
    this.#toLoad.push(run)
    this.#flushSoon()
  }

  persist<T>(operation: () => Promise<T>): Promise<T> {
    return this.#loader.persist(operation)
  }

  stop(): void {
    this.#stopped = true
    this.#loader.stop()
    this.#ready = []
    this.#toLoad = []
  }

  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      if (this.#stopped) return
      if (this.#toLoad.length > 0) void this.#load()
      if (this.#ready.length > 0) void this.#execute()
    })
  }

  async #load(): Promise<void> {
    const runs = this.#toLoad
    this.#toLoad = []
    await this.#track(runs, async () => {
      const unusable = await this.#loader.load(runs)
      if (this.#stopped) return
      for (const run of runs) {
        const error = unusable.get(run)
        if (run.reset !== undefined) this.#options.onReset(run, run.reset)
        else if (error !== undefined) this.#options.onUnusable(run, error)
        else if (isHeld(run, this.#options.databaseClock.now())) this.#options.onHeld(run)
        else this.execute(run)
      }
    })
  }

  async #execute(): Promise<void> {
    const runs = this.#ready
    this.#ready = []
    await this.#track(runs, async () => {
      const now = this.#options.databaseClock.now()
      const tasks = runs.map((run) => runTask(run, now))
      const answers = await this.#options.sandbox.execute(tasks)
      if (this.#stopped) return
      answers.forEach((answer, index) => this.#options.onAnswer(runs[index]!, tasks[index]!, answer))
    })
  }

  async #track(runs: readonly OwnedRun[], work: () => Promise<void>): Promise<void> {
    this.#underWay += runs.length
    try {
      await work()
    } catch (error) {
      if (SessionLostError.is(error)) this.#options.onSessionLost()
      else if (!this.#stopped) this.#options.onTrouble(error)
    } finally {
      this.#underWay -= runs.length
      this.#options.onProgress()
    }
  }
}

/** Takes the run's inputs into a task. */
const runTask = (run: OwnedRun, now: number): RunTask => {
  const { inputs } = run
  run.phase = 'executing'
  run.inputs = []
  if (run.timeoutAt !== undefined && run.timeoutAt <= now) {
    inputs.push({ type: 'run-timeout', timeout: 'run', receivedAt: run.timeoutAt })
  }
  const task = { runId: run.runId, bundle: run.bundle, seq: run.seq ?? 0, now, inputs }
  return run.history === undefined ? task : { ...task, history: run.history }
}
