// A worker: registers its bundle, runs workflows and activities of its task queues until it is shut down.
import { newUuid } from '../base/new-uuid.js'
import { BundleCache } from './bundle-cache.js'
import { engineVersion } from '../engine/engine-version.js'
import { reconnectDelayMs } from './reconnect-delay.js'
import { Retention } from './retention.js'
import { TroubleLog } from './trouble-log.js'
import { WorkerLife } from './worker-life.js'
import type { WorkerOptions } from './worker-options.js'
import type { WorkerParts } from './worker-parts.js'

export class Worker {
  readonly #parts: WorkerParts
  readonly #trouble: TroubleLog
  readonly #bundles: BundleCache
  readonly #retention: Retention | undefined
  #life: WorkerLife | undefined
  #state: 'created' | 'running' | 'draining' | 'stopped' = 'created'
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
      await worker.start()
    } catch (error) {
      await worker.shutdown()
      throw error
    }
    return worker
  }

  /** The id under which its row stands in `workers`. */
  readonly workerId = newUuid()

  /** Registers and begins to work. `Worker.create` has done it. */
  async start(): Promise<void> {
    if (this.#state !== 'created') return
    const { bundle, store } = this.#parts
    if (bundle !== undefined) {
      await this.#bundles.add(bundle)
      await store.registerBundle(bundle)
    }
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
   * Stops claiming, lets running activities and archives finish for up to `shutdownGrace`, hands everything else over, and
   * removes the worker's row. Runs that sleep don't hold it up. Idempotent.
   */
  async shutdown(): Promise<void> {
    if (this.#state === 'draining' || this.#state === 'stopped') return this.#finished
    const wasRunning = this.#state === 'running'
    this.#state = 'draining'
    this.#retention?.stop()
    if (wasRunning) await this.#drain()
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

  async #begin(): Promise<void> {
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
    const life = new WorkerLife({
      ...this.#parts,
      session,
      bundles: this.#bundles,
      onSessionLost: () => void this.#restart(life),
      onTrouble: (error) => this.#trouble.report(error),
    })
    this.#life = life
    this.#endSession = () => session.end()
    life.start()
  }

  #endSession: () => Promise<void> = async () => {}

  /** The session is gone: forget what it owned, and register anew. */
  async #restart(life: WorkerLife): Promise<void> {
    if (this.#life !== life || this.#state !== 'running') return
    this.#life = undefined
    this.#parts.logger.warn('The worker lost its session and registers anew; its runs went to others.', {
      workerId: this.workerId,
    })
    await life.stop(new Error('The worker lost its lease.'))
    for (let attempt = 0; this.#state === 'running'; attempt++) {
      try {
        await this.#begin()
        return
      } catch (error) {
        this.#trouble.report(error)
        await this.#wait(reconnectDelayMs(attempt))
      }
    }
  }

  async #drain(): Promise<void> {
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
