// A worker: registers its bundle, runs workflows and activities of its task queues until it is shut down.
import { newUuid } from '../base/new-uuid.js'
import { BundleCache } from './bundle-cache.js'
import { engineVersion } from '../engine/engine-version.js'
import { reconnectDelayMs } from './reconnect-delay.js'
import { Retention } from './retention.js'
import { TroubleLog } from './trouble-log.js'
import { WorkerLife, type WorkerLifeOptions } from './worker-life.js'
import { DrainRefusedError } from './drain-refused-error.js'
import { type Drained, type DrainOptions, readDrainTimeoutMs } from './drain-options.js'
import { DrainTally } from './drain-tally.js'
import type { WorkerOptions } from './worker-options.js'
import type { WorkerParts } from './worker-parts.js'

/** What a drain counts. */
type Counting = Pick<WorkerLifeOptions, 'functions' | 'onTurnsWritten'>

export class Worker {
  readonly #parts: WorkerParts
  readonly #trouble: TroubleLog
  readonly #bundles: BundleCache
  readonly #retention: Retention | undefined
  #life: WorkerLife | undefined
  /** `sweeping`: a drain is under way, which began with `created` and ends there; `draining`: it shuts down. */
  #state: 'created' | 'sweeping' | 'running' | 'draining' | 'stopped' = 'created'
  #registered: Promise<unknown> | undefined
  /** The drains that were asked for, one after the other. */
  #sweeps: Promise<unknown> = Promise.resolve()
  #finished: Promise<void> | undefined
  #resolveFinished: () => void = () => {}

  /** Not for users: `Worker.create` checks options and assembles the parts. */
  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#trouble = new TroubleLog(parts.logger, parts.clock)
    this.#bundles = new BundleCache(parts.store, parts.sandbox)
    const onTrouble = (error: unknown): void => this.#trouble.report(error)
    this.#retention =
      parts.retention && new Retention(parts.retention, { ...parts, workerId: this.workerId, onTrouble })
  }

  /**
   * Makes a worker: opens the database, registers the bundle (which becomes current for new runs when it is new), and
   * checks that the activities it names are there.
   *
   * @throws InvalidOptionError, DatabaseUnavailableError, SchemaTooNewError, BundleCorruptError, ActivityNotRegisteredError
   */
  static async create(options: WorkerOptions): Promise<Worker> {
    // Loaded here, so that a worker made of given parts needs no database driver.
    const { createWorkerParts } = await import('./create-worker-parts.js')
    const worker = new Worker(await createWorkerParts(options))
    try {
      await (options.start === false ? worker.#register() : worker.start())
    } catch (error) {
      await worker.shutdown()
      throw error
    }
    return worker
  }

  /** The id under which its row stands in `workers`. */
  readonly workerId = newUuid()

  /** The task queues that it works for. */
  get taskQueues(): readonly string[] {
    return this.#parts.taskQueues
  }

  /** Registers and begins to work. `Worker.create` has done it, but for `start: false`. */
  async start(): Promise<void> {
    await this.#sweeps
    if (this.#state !== 'created') return
    await this.#register()
    this.#state = 'running'
    this.#finished = new Promise((resolve) => (this.#resolveFinished = resolve))
    await this.#begin()
    this.#retention?.start()
  }

  /** Resolves when the worker was shut down. */
  async run(): Promise<void> {
    await this.start()
    await this.#finished
  }

  /**
   * Does what is due and returns, for workers that are woken by a schedule or a message: every turn, activity, message
   * and request to other runs that is due on its task queues, and what follows from it, until nothing is due or under
   * way. A timer that isn't due yet keeps it from nothing, however near. Holds no run and has no row afterwards, and can
   * be called again. Calls wait for each other.
   *
   * @example
   * const worker = await Worker.create({ database, bundle, activities, start: false })
   * const { nextWakeAt } = await worker.drain({ timeout: '1 minute' })
   *
   * @throws InvalidOptionError, DatabaseUnavailableError
   * @throws DrainRefusedError when the worker runs by itself, or was shut down
   */
  async drain(options: DrainOptions = {}): Promise<Drained> {
    const timeoutMs = readDrainTimeoutMs(options)
    const sweep = this.#sweeps.then(() => this.#sweep(timeoutMs))
    this.#sweeps = sweep.catch(() => {})
    return sweep
  }

  /**
   * When something of its task queues is due next, without claiming anything; `null` when nothing waits for a time. What
   * live workers hold doesn't count. Both instants are the database's.
   */
  async nextWake(): Promise<{ readonly now: Date; readonly nextWakeAt: Date | null }> {
    const { store, taskQueues } = this.#parts
    const nextWakeAt = await store.nextWakeAt(taskQueues)
    // Asked afterwards: what was due before is due now.
    const now = new Date(await store.now())
    return { now, nextWakeAt: nextWakeAt === null ? null : new Date(Math.ceil(nextWakeAt)) }
  }

  /**
   * Stops claiming, lets running activities and archives finish for up to `shutdownGrace`, hands everything else over, and
   * removes the worker's row. Runs that sleep don't hold it up. Idempotent.
   */
  async shutdown(): Promise<void> {
    if (this.#state === 'draining' || this.#state === 'stopped') return this.#finished
    const wasRunning = this.#state === 'running'
    this.#state = 'draining'
    this.#retention?.stop()
    // A drain under way notices, and lets go of what it holds.
    await this.#sweeps
    if (wasRunning) await this.#letGo()
    this.#state = 'stopped'
    if (this.#parts.ownsParts) {
      await this.#parts.sandbox.close()
      await this.#parts.store.close()
    }
    this.#resolveFinished()
  }

  /** Drops everything at once, as a process that dies would, but for the parts, which stay. For tests. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#retention?.stop()
    await this.#life?.stop(new Error('The worker was stopped.'))
    this.#resolveFinished()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown()
  }

  /** How many activities run here now. */
  get runningActivities(): number {
    return this.#life?.runningActivities ?? 0
  }

  /** True while anything but timers and activities is under way here. */
  get isWorking(): boolean {
    return this.#life?.isWorking ?? false
  }

  /** The earliest instant at which a run that this worker holds is woken, or `null`. */
  get nextTimerAt(): number | null {
    return this.#life?.nextTimerAt ?? null
  }

  /** Looks for work now instead of with the next tick. */
  poke(): void {
    this.#life?.tick()
  }

  #register(): Promise<unknown> {
    const { bundle, store } = this.#parts
    if (bundle === undefined) return Promise.resolve()
    this.#registered ??= this.#bundles.add(bundle).then(() => store.registerBundle(bundle))
    return this.#registered.catch((error: unknown) => {
      this.#registered = undefined
      throw error
    })
  }

  get #works(): boolean {
    return this.#state === 'running' || this.#state === 'sweeping'
  }

  async #sweep(timeoutMs: number): Promise<Drained> {
    if (this.#state !== 'created') throw new DrainRefusedError(this.#state === 'running' ? 'running' : 'shut down')
    await this.#register()
    const { clock, functions } = this.#parts
    const tally = new DrainTally()
    const deadline = clock.now() + timeoutMs
    this.#state = 'sweeping'
    try {
      await this.#begin({ functions: tally.counted(functions), onTurnsWritten: tally.noteTurns })
      while (this.#state === 'sweeping' && clock.now() < deadline && !(await this.#life?.isDone())) await this.#wait(5)
      await this.#letGo()
      const { nextWakeAt } = await this.nextWake()
      return { runs: tally.runs, activities: tally.activities, nextWakeAt }
    } finally {
      this.#life = undefined
      if (this.#state === 'sweeping') this.#state = 'created'
    }
  }

  async #begin(counting: Counting = this.#parts): Promise<void> {
    const { store, taskQueues, functions, leaseMs, host } = this.#parts
    // Under the same id, so that what a lost session still holds is free at once, not when its lease runs out.
    const session = await store.openSession({
      workerId: this.workerId,
      taskQueues,
      activities: [...functions.keys()],
      leaseMs,
      engineVersion,
      host,
      processId: process.pid,
    })
    if (!this.#works) return session.end()
    const life = new WorkerLife({
      ...this.#parts,
      ...counting,
      session,
      bundles: this.#bundles,
      onSessionLost: () => void this.#restart(life, counting),
      onTrouble: (error) => this.#trouble.report(error),
    })
    this.#life = life
    this.#endSession = () => session.end()
    life.start()
  }

  #endSession: () => Promise<void> = async () => {}

  /** The session is gone: forget what it owned, and register anew. */
  async #restart(life: WorkerLife, counting: Counting): Promise<void> {
    if (this.#life !== life || !this.#works) return
    this.#life = undefined
    this.#parts.logger.warn('The worker lost its session and registers anew; its runs went to others.', {
      workerId: this.workerId,
    })
    await life.stop(new Error('The worker lost its lease.'))
    for (let attempt = 0; this.#works; attempt++) {
      try {
        await this.#begin(counting)
        return
      } catch (error) {
        this.#trouble.report(error)
        await this.#wait(reconnectDelayMs(attempt))
      }
    }
  }

  async #letGo(): Promise<void> {
    const life = this.#life
    if (life === undefined) return
    const reason = new Error('The worker shuts down.')
    life.drain()
    const deadline = this.#parts.clock.now() + this.#parts.shutdownGraceMs
    await this.#untilDrained(life, deadline)
    if (!life.drained) {
      life.abortActivities(reason)
      await this.#untilDrained(life, this.#parts.clock.now() + 1_000)
    }
    await life.stop(reason)
    try {
      await this.#endSession()
    } catch (error) {
      // Its lease runs out by itself.
      this.#trouble.report(error)
    }
  }

  async #untilDrained(life: WorkerLife, deadline: number): Promise<void> {
    while ((!life.drained || this.#retention?.busy === true) && this.#parts.clock.now() < deadline) await this.#wait(5)
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.#parts.clock.setTimer(delayMs, resolve))
  }
}
