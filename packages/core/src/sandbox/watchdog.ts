// Finds threads that are stuck: in one activation for longer than the limit, as their progress boards show.
import type { Clock, ClockTimer } from '../base/clock.js'
import type { SandboxThread } from './sandbox-thread.js'

/** Looks per limit; a stuck thread is found up to an eighth of the limit late. */
const looksPerLimit = 8

interface Seen {
  readonly activation: number
  /** How long it has stayed, counting no look for more than its own interval: the process itself may have slept. */
  readonly staysMs: number
}

export interface WatchdogOptions {
  readonly limitMs: number
  readonly clock: Clock
  readonly threads: () => Iterable<SandboxThread>
  readonly onStuck: (thread: SandboxThread) => void
}

export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #intervalMs: number
  readonly #seen = new WeakMap<SandboxThread, Seen>()
  #timer: ClockTimer | undefined

  constructor(options: WatchdogOptions) {
    this.#options = options
    this.#intervalMs = Math.max(1, options.limitMs / looksPerLimit)
  }

  /** Looks after the threads for as long as anything is asked of them. */
  watch(): void {
    this.#timer ??= this.#options.clock.setTimer(this.#intervalMs, () => this.#look(), { keepAlive: false })
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  #look(): void {
    this.#timer = undefined
    for (const thread of this.#options.threads()) {
      if (this.#staysOf(thread) >= this.#options.limitMs) this.#options.onStuck(thread)
      if (thread.isAwaited) this.watch()
    }
  }

  #staysOf(thread: SandboxThread): number {
    const { activation, busy } = thread.progress
    const before = this.#seen.get(thread)
    const staysMs = busy && before?.activation === activation ? before.staysMs + this.#intervalMs : 0
    this.#seen.set(thread, { activation, staysMs })
    return staysMs
  }
}
