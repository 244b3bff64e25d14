// A whole Foliot in one test: worker, client and memory store on a clock that skips whatever nobody would notice.
import {
  type ActivityFunction,
  activitySet,
  checkOptionNames,
  type Client,
  createClient,
  InThreadHost,
  MemoryStore,
  systemClock,
  toEpochMilliseconds,
  toMilliseconds,
  Worker,
} from '@foliot/core/internal'
import type { Duration, Instant } from '@foliot/core'
import { RunBlockedError } from './run-blocked-error.js'
import { TestStalledError } from './test-stalled-error.js'
import { testBundle, type WorkflowsOption } from './test-bundles.js'
import { VirtualClock } from './virtual-clock.js'

const taskQueue = 'default'
/** Longer than any test's time: a jump over years mustn't cost the worker its session. */
const leaseMs = 1e13
const longPolling = { firstMs: 1e12, firstWithHintsMs: 1e12, longestMs: 1e12 }
/** Real time without anything to do before a wait is given up. */
const stalledAfterMs = 2_000
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface TestEnvironmentOptions {
  /** Files or folders with workflows, as the bundler takes them, or a bundle. */
  readonly workflows: WorkflowsOption
  /** What a worker takes, and the `functions` of `mockActivities`. */
  readonly activities?: readonly object[] | object
  /**
   * The time at which the test begins.
   *
   * @default '2026-01-01T00:00:00Z'
   */
  readonly now?: Instant
}

interface Sleep {
  /** On the environment's clock. */
  readonly until: number
  readonly reject: (error: unknown) => void
}

export class TestEnvironment {
  readonly client: Client
  readonly #clock: VirtualClock
  readonly #startMs: number
  readonly #store: MemoryStore
  readonly #worker: Worker
  readonly #sleeps = new Set<Sleep>()
  /** A run was blocked, and nobody who waits was told yet. */
  #blocked: RunBlockedError | undefined
  #driving = false
  #closed = false

  private constructor(parts: { clock: VirtualClock; startMs: number; store: MemoryStore; worker: Worker }) {
    this.#clock = parts.clock
    this.#startMs = parts.startMs
    this.#store = parts.store
    this.#worker = parts.worker
    this.client = createClient({ store: parts.store, clock: parts.clock, polling: longPolling })
    // Whoever begins to wait sets a timer on this clock.
    parts.clock.onTimer(() => this.#drive())
  }

  /**
   * @example
   * await using env = await TestEnvironment.create({ workflows: './src/workflows', activities: [email.functions] })
   * const run = await env.client.start(Onboarding, { workflowId: 'user-42', args: [42] })
   * await run.result() // three days pass in milliseconds
   *
   * @throws BundleError, InvalidOptionError
   */
  static async create(options: TestEnvironmentOptions): Promise<TestEnvironment> {
    checkOptionNames('TestEnvironment.create', options, ['workflows', 'activities', 'now'])
    const startMs = toEpochMilliseconds('now', options.now ?? '2026-01-01T00:00:00Z')
    const functions: ReadonlyMap<string, ActivityFunction> = activitySet(options.activities ?? [])
    const bundle = await testBundle(options.workflows)
    const clock = new VirtualClock()
    const store = new MemoryStore({ now: () => startMs + clock.now() })
    let failOn = (_blocked: RunBlockedError): void => {}
    const worker = new Worker({
      store,
      sandbox: new InThreadHost(),
      clock,
      bundle,
      functions,
      taskQueues: [taskQueue],
      maxConcurrentActivities: 1_000,
      limits: { perClaim: 500, active: 2_000, owned: 100_000 },
      maxCommitGroup: 500,
      leaseMs,
      shutdownGraceMs: 0,
      host: 'test',
      logger: quiet,
      onBlocked: (run, reason) => failOn(new RunBlockedError(run, reason)),
      ownsParts: false,
    })
    await worker.start()
    const environment = new TestEnvironment({ clock, startMs, store, worker })
    failOn = (blocked) => environment.#failOn(blocked)
    return environment
  }

  /** The environment's time. */
  now(): Date {
    return new Date(this.#startMs + this.#clock.now())
  }

  /** Lets time pass: everything due in between happens at its own time, in order. Also a delay for mocks. */
  async sleep(duration: Duration): Promise<void> {
    const until = this.#clock.now() + toMilliseconds('duration', duration)
    await new Promise<void>((resolve, reject) => {
      const sleep: Sleep = { until, reject }
      this.#sleeps.add(sleep)
      this.#clock.setTimer(until - this.#clock.now(), () => {
        this.#sleeps.delete(sleep)
        resolve()
      })
    })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.client.close()
    await this.#worker.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  get #isAwaited(): boolean {
    return !this.#closed && (this.client.waiting > 0 || this.#sleeps.size > 0)
  }

  /** A blocked run would be tried again for ever: whoever waits is told, now or as soon as somebody does. */
  #failOn(blocked: RunBlockedError): void {
    this.#blocked = blocked
    if (!this.#isAwaited) return
    this.#blocked = undefined
    this.client.failWaits(blocked)
    for (const { reject } of this.#sleeps) reject(blocked)
    this.#sleeps.clear()
  }

  #drive(): void {
    if (this.#driving || this.#closed) return
    this.#driving = true
    void this.#skipWhileAwaited().finally(() => {
      this.#driving = false
    })
  }

  async #skipWhileAwaited(): Promise<void> {
    let idleSince = systemClock.now()
    for (await turn(); this.#isAwaited; await turn()) {
      if (this.#blocked !== undefined) this.#failOn(this.#blocked)
      if (this.#clock.busy || !this.#isQuiet) {
        idleSince = systemClock.now()
        continue
      }
      const next = await this.#nextInstant()
      if (!this.#isQuiet || this.#clock.busy) continue
      if (next !== undefined) {
        this.#clock.moveTo(next)
        this.#worker.poke()
        idleSince = systemClock.now()
      } else if (systemClock.now() - idleSince > stalledAfterMs) {
        const { runs } = await this.client.list({ limit: 20 })
        const open = runs.filter(({ closedAt }) => closedAt === undefined)
        this.client.failWaits(new TestStalledError(open.map(({ workflowId, status }) => `${workflowId} (${status})`)))
        return
      }
    }
  }

  /** Nothing is under way but activities that wait for this clock. */
  get #isQuiet(): boolean {
    const { runningActivities, isWorking } = this.#worker
    return !isWorking && runningActivities <= this.#sleeps.size
  }

  async #nextInstant(): Promise<number | undefined> {
    const wakeAt = await this.#store.nextWakeAt([taskQueue])
    const now = this.#clock.now()
    const stored = [wakeAt, this.#worker.nextTimerAt].flatMap((at) => (at === null ? [] : [at - this.#startMs]))
    const candidates = [...stored, ...[...this.#sleeps].map(({ until }) => until)]
    return candidates.length === 0 ? undefined : Math.max(now, Math.min(...candidates))
  }
}

/** Lets everything that is ready in this process go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
