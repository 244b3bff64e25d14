// The sandbox host for production: worker threads, so that workflow code uses all cores and an endless loop stalls nobody.
// A run stays on one thread as long as that lives.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Bundle } from '../authoring/bundle.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { Clock, ClockTimer } from '../base/clock.js'
import { systemClock } from '../base/system-clock.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { QueryReply, QueryTask } from '../engine/query-task.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { SandboxHost, SandboxStats, WorkflowLogLine } from '../engine/sandbox-host.js'
import { locateStuckCode } from './locate-stuck-code.js'
import { outOfMemory, sandboxFailed, stuck } from './sandbox-reasons.js'
import { SandboxThread } from './sandbox-thread.js'
import { StackMapper } from './stack-mapper.js'
import { Watchdog } from './watchdog.js'

export interface ThreadHostOptions {
  /** @default one less than the cores, at least 1 */
  readonly threads?: number
  /**
   * Bytes of heap and buffers of each thread above which live instances are evicted.
   *
   * @default 256 MB
   */
  readonly cacheBytes?: number
  /**
   * How long a single activation of workflow code may take before its run is blocked.
   *
   * @default 2000
   */
  readonly stuckAfterMs?: number
  /** Takes the log lines of workflow code. */
  readonly onLog?: (line: WorkflowLogLine) => void
  /** The script of the threads. */
  readonly threadEntry?: URL
  readonly clock?: Clock
}

/** How long `close` waits for threads in code that can't be interrupted. */
const closePatienceMs = 5_000

/** Room on a thread's heap beside what the cache may hold: realms, compiled code, the batch at work. */
const heapReserveMb = 192

/** Worker threads run compiled code only; under a test runner this file isn't. The build makes one file of theirs. */
const defaultEntry = (): URL => {
  const beside = new URL('./thread.js', import.meta.url)
  return existsSync(beside) ? beside : new URL('../../dist/sandbox/thread.js', import.meta.url)
}

const positive = (option: string, value: number, expected: string, valid: boolean): number => {
  if (!valid) throw new InvalidOptionError(option, expected, value)
  return value
}

export class ThreadHost implements SandboxHost {
  readonly #options: Required<ThreadHostOptions>
  readonly #heapLimitMb: number
  readonly #threads: SandboxThread[]
  readonly #bundles = new Map<string, Bundle>()
  readonly #watchdog: Watchdog
  /** Threads that are being looked into. */
  readonly #suspects = new Set<SandboxThread>()
  #closed = false

  constructor(options: ThreadHostOptions = {}) {
    const {
      threads = Math.max(1, availableParallelism() - 1),
      cacheBytes = 256 * 1024 * 1024,
      stuckAfterMs = 2_000,
      onLog = () => undefined,
      threadEntry = defaultEntry(),
      clock = systemClock,
    } = options
    positive('threads', threads, 'a whole number of at least 1', Number.isSafeInteger(threads) && threads >= 1)
    positive('cacheBytes', cacheBytes, 'a number of bytes above 0', cacheBytes > 0)
    positive('stuckAfterMs', stuckAfterMs, 'a number of milliseconds above 0', stuckAfterMs > 0)
    this.#options = { threads, cacheBytes, stuckAfterMs, onLog, threadEntry, clock }
    this.#heapLimitMb = Math.ceil((cacheBytes / 1024 / 1024) * 1.25) + heapReserveMb
    this.#threads = Array.from({ length: threads }, () => this.#startThread())
    this.#watchdog = new Watchdog({
      limitMs: stuckAfterMs,
      clock,
      threads: () => this.#threads,
      onStuck: (thread) => void this.#lookInto(thread),
    })
  }

  async loadBundle(bundle: Bundle): Promise<void> {
    if (this.#bundles.has(bundle.hash)) return
    // The other threads load it when they first need it.
    let loaded = false
    while (!loaded && !this.#closed) {
      this.#watchdog.watch()
      loaded = await this.#threadOf(bundle.hash).load(bundle)
    }
    this.#bundles.set(bundle.hash, bundle)
  }

  async execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
    const batches = new Map<SandboxThread, { readonly tasks: RunTask[]; readonly places: number[] }>()
    tasks.forEach((task, place) => {
      const thread = this.#threadOf(task.runId)
      const batch = batches.get(thread) ?? { tasks: [], places: [] }
      batches.set(thread, batch)
      batch.tasks.push(task)
      batch.places.push(place)
    })
    const answers: RunAnswer[] = []
    await Promise.all(
      [...batches].map(async ([thread, batch]) => {
        const batchAnswers = await this.#executeOn(thread, batch.tasks)
        batch.places.forEach((place, index) => {
          const answer = batchAnswers[index]
          if (answer !== undefined) answers[place] = answer
        })
      }),
    )
    return answers
  }

  query(task: QueryTask): Promise<QueryReply> {
    const thread = this.#threadOf(task.runId)
    this.#ensureLoaded(thread, [task.bundle])
    return thread.query(task)
  }

  drop(runIds: readonly string[]): void {
    const byThread = new Map<SandboxThread, string[]>()
    for (const runId of runIds) {
      const thread = this.#threadOf(runId)
      const dropped = byThread.get(thread)
      if (dropped === undefined) byThread.set(thread, [runId])
      else dropped.push(runId)
    }
    for (const [thread, dropped] of byThread) thread.drop(dropped)
  }

  /** The sum over all threads. */
  async stats(): Promise<SandboxStats> {
    const each = await Promise.all(this.#threads.map((thread) => thread.stats()))
    const sum = (part: keyof SandboxStats): number => each.reduce((total, stats) => total + stats[part], 0)
    return { cachedRuns: sum('cachedRuns'), usedBytes: sum('usedBytes'), evictions: sum('evictions') }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#watchdog.stop()
    let timer: ClockTimer | undefined
    const patience = new Promise<void>((resolve) => {
      timer = this.#options.clock.setTimer(closePatienceMs, resolve, { keepAlive: false })
    })
    await Promise.race([Promise.all(this.#threads.map((thread) => thread.end())), patience])
    timer?.cancel()
  }

  #executeOn(thread: SandboxThread, tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
    this.#ensureLoaded(
      thread,
      tasks.map(({ bundle }) => bundle),
    )
    return thread.execute(tasks)
  }

  #ensureLoaded(thread: SandboxThread, hashes: readonly string[]): void {
    for (const hash of new Set(hashes)) {
      const bundle = this.#bundles.get(hash)
      // It was loaded before, so it loads; requests are answered in order, so it needn't be waited for.
      if (bundle !== undefined) void thread.load(bundle).catch(() => false)
    }
    this.#watchdog.watch()
  }

  #threadOf(runId: string): SandboxThread {
    let hash = 0
    for (let i = 0; i < runId.length; i++) hash = (Math.imul(hash, 31) + runId.charCodeAt(i)) | 0
    return this.#threads[(hash >>> 0) % this.#threads.length] as SandboxThread
  }

  #startThread(): SandboxThread {
    const { threadEntry, cacheBytes, onLog } = this.#options
    const thread: SandboxThread = new SandboxThread({
      entry: threadEntry,
      cacheBytes,
      heapLimitMb: this.#heapLimitMb,
      onLog,
      onDeath: (cause) => this.#replace(thread, this.#deathReason(cause)),
    })
    return thread
  }

  #replace(thread: SandboxThread, reason: BlockedReason): void {
    const place = this.#threads.indexOf(thread)
    if (place === -1 || this.#closed) return
    this.#threads[place] = this.#startThread()
    void thread.end(reason)
  }

  #deathReason(cause: unknown): BlockedReason {
    const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
    return code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(this.#heapLimitMb) : sandboxFailed(String(message))
  }

  /** Asks a stuck thread for the line it is at, and replaces it, unless it has gone on meanwhile. */
  async #lookInto(thread: SandboxThread): Promise<void> {
    if (this.#suspects.has(thread)) return
    this.#suspects.add(thread)
    const { activation } = thread.progress
    const bundle = this.#bundles.get(thread.currentTask?.bundle ?? '')
    const mapper = bundle === undefined ? undefined : new StackMapper(bundle)
    const frames = await locateStuckCode(thread.name, (frame) => mapper?.isAuthors(frame) ?? true, this.#options.clock)
    this.#suspects.delete(thread)
    if (thread.progress.activation !== activation || !thread.progress.busy) return
    this.#replace(thread, stuck(this.#options.stuckAfterMs, mapper?.authorPosition(frames)))
  }
}
