// Everything of a worker that lives as long as one session: owned runs, claims, claimed activities. When the session is
// lost, the whole is dropped and the worker begins another.
import type { Clock } from '../base/clock.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import type { Store, StoreHint } from '../store/store.js'
import type { WorkerSession } from '../store/worker-session.js'
import { ActivitySlots } from './activity-slots.js'
import type { ActivityFunction } from '../authoring/activity-set.js'
import type { BundleCache } from './bundle-cache.js'
import { ClaimLoop, type ClaimLimits } from './claim-loop.js'
import { ClaimedActivities } from './claimed-activities.js'
import { DatabaseClock } from './database-clock.js'
import { Lease } from './lease.js'
import type { Logger } from './logger.js'
import { QueryDesk } from './query-desk.js'
import { RunLoop } from './run-loop.js'
import type { WorkerParts } from './worker-parts.js'

export interface WorkerLifeOptions {
  readonly store: Store
  readonly session: WorkerSession
  readonly sandbox: SandboxHost
  readonly bundles: BundleCache
  readonly clock: Clock
  readonly functions: ReadonlyMap<string, ActivityFunction>
  readonly taskQueues: readonly string[]
  readonly maxConcurrentActivities: number
  readonly limits: ClaimLimits
  readonly maxCommitGroup: number
  readonly leaseMs: number
  readonly logger: Logger
  readonly onBlocked?: WorkerParts['onBlocked']
  readonly onTurnsWritten?: (runIds: readonly string[]) => void
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
}

export class WorkerLife {
  readonly #options: WorkerLifeOptions
  readonly #runs: RunLoop
  readonly #claims: ClaimLoop
  readonly #activities: ClaimedActivities
  readonly #queries: QueryDesk
  readonly #unsubscribe: () => void
  #ended = false

  constructor(options: WorkerLifeOptions) {
    this.#options = options
    const { store, session, clock, functions, onTrouble } = options
    const slots = new ActivitySlots(options.maxConcurrentActivities)
    const databaseClock = new DatabaseClock(clock)
    const onSessionLost = (): void => {
      if (!this.#ended) options.onSessionLost()
    }
    const lease = new Lease(clock, options.leaseMs)
    const shared = { session, clock, databaseClock, lease, slots, functions, onSessionLost, onTrouble }
    this.#activities = new ClaimedActivities({ ...shared, onDue: (at) => this.#claims.pokeAt(at) })
    this.#runs = new RunLoop({
      ...shared,
      store,
      sandbox: options.sandbox,
      bundles: options.bundles,
      maxCommitGroup: options.maxCommitGroup,
      onTurnsWritten: options.onTurnsWritten,
      onBlocked: (run, reason) => {
        const { runId, workflowType } = run
        options.logger.error(reason.message, { code: reason.code, runId, workflowType })
        options.onBlocked?.(run, reason)
      },
      onActivityRows: (dueAt) => this.#claims.pokeAt(dueAt),
      onProgress: () => {
        this.#claims.onProgress()
      },
    })
    this.#queries = new QueryDesk({
      ...shared,
      store,
      sandbox: options.sandbox,
      bundles: options.bundles,
      runs: this.#runs,
    })
    this.#claims = new ClaimLoop({
      ...shared,
      runs: this.#runs,
      activities: this.#activities,
      limits: options.limits,
      onQuestions: () => this.#queries.poke(),
    })
    this.#unsubscribe = store.onHint((hint) => this.#onHint(hint))
  }

  start(): void {
    this.#claims.start()
  }

  /** Asks the store for work now, as the next tick would. */
  tick(): void {
    this.#claims.tick()
  }

  get busy(): boolean {
    return this.#runs.busy || this.#activities.busy || this.#claims.busy
  }

  get runningActivities(): number {
    return this.#runs.runningActivities + this.#activities.runningActivities
  }

  /** True while anything but timers and activities is under way. */
  get isWorking(): boolean {
    return this.#runs.isWorking || this.#activities.isSettling || this.#claims.busy || this.#queries.busy
  }

  get nextTimerAt(): number | null {
    return this.#runs.nextTimerAt
  }

  /** Whether nothing is due for this worker or under way in it, timers of the runs it holds aside. Asks the store. */
  async isDone(): Promise<boolean> {
    if (this.busy || this.isWorking) return false
    const foundNothing = await this.#claims.findsNothing()
    // A question that nobody here can answer is asked again with each tick: it keeps nothing open.
    await this.#queries.settled()
    return foundNothing && !this.busy
  }

  /** Claims nothing more, and lets go of each run as soon as nothing of it runs here. True when all are gone. */
  drain(): void {
    this.#claims.stopClaiming()
    this.#runs.drain()
  }

  get drained(): boolean {
    return this.#runs.owned === 0 && !this.busy
  }

  abortActivities(reason: Error): void {
    this.#runs.abortActivities(reason)
    this.#activities.abortAll(reason)
  }

  /** Drops everything, without a write. */
  async stop(reason: Error): Promise<void> {
    this.#ended = true
    this.#unsubscribe()
    this.#runs.stop(reason)
    this.#activities.stop(reason)
    this.#queries.stop()
    await this.#claims.stop()
  }

  #onHint(hint: StoreHint): void {
    if (hint.type === 'mail') this.#runs.noteMail([{ runId: hint.runId, mail: undefined }])
    else if (hint.type === 'work' && this.#options.taskQueues.includes(hint.taskQueue)) {
      if (hint.of === 'questions') this.#queries.poke()
      else this.#claims.poke(hint.of)
    }
  }
}
