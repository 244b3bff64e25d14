// Has a worker that isn't always on woken when something is due: by a message that a transport brings back, in hops. The
// rows say what is due and when; a message only says when to look.
import { checkOptionNames } from '../base/check-option-names.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { readWakeMessage, wakeMessage } from '../wake/wake-message.js'
import { checkWakeTransport, hopDelayMs, type WakeTransport } from '../wake/wake-transport.js'
import type { DrainOptions, Drained } from './drain-options.js'
import type { Worker } from './worker.js'

/** After a drain that found only what this worker can't do. */
const fruitlessMs = 30_000

export interface WakeOptions {
  /** Made with `start: false`. */
  readonly worker: Worker
  readonly transport: WakeTransport
  /** How long the drain after a message may take, as in `worker.drain`. @default '5 minutes' */
  readonly timeout?: DrainOptions['timeout']
}

/** What came of a message; `nextWakeAt` is when something is due next. */
export type WakeOutcome =
  /** It was sent on for the rest. Nothing was claimed. */
  { readonly type: 'early'; readonly nextWakeAt: Date | null } | ({ readonly type: 'drained' } & Drained)

interface PendingMessage {
  readonly id: string
  /** In the database's time. */
  readonly arrivesAt: number
}

export class Wake {
  readonly #worker: Worker
  readonly #transport: WakeTransport
  readonly #drainOptions: DrainOptions
  /** The message of this process that arrives first: while it is on its way, only an earlier one is worth sending. */
  #pending: PendingMessage | undefined

  private constructor(options: WakeOptions) {
    this.#worker = options.worker
    this.#transport = options.transport
    this.#drainOptions = options.timeout === undefined ? {} : { timeout: options.timeout }
  }

  /**
   * @example
   * const worker = await Worker.create({ database, bundle, activities, start: false })
   * const wake = Wake.create({ worker, transport })
   * await wake.arm()
   *
   * @throws InvalidOptionError
   */
  static create(options: WakeOptions): Wake {
    checkOptionNames('Wake.create', options, ['worker', 'transport', 'timeout'])
    const { worker, transport } = options
    if (typeof (Object(worker) as Partial<Worker>).drain !== 'function') {
      throw new InvalidOptionError('worker', 'a Worker, made with `start: false`', worker)
    }
    checkWakeTransport('transport', transport)
    return new Wake(options)
  }

  /** Looks when something is due next and sends a message towards it, or none when nothing is. Gives that instant. */
  async arm(): Promise<Date | null> {
    const { now, nextWakeAt } = await this.#worker.nextWake()
    if (nextWakeAt !== null) await this.#send(now.getTime(), nextWakeAt.getTime())
    return nextWakeAt
  }

  /**
   * Handles a message: when something is due, the worker drains its task queues; when it came early, nothing is claimed.
   * Either way the next message is sent. When this rejects, the message should arrive again.
   *
   * @param message a WakeMessage or its JSON text
   * @throws InvalidOptionError when it is no such message, or one for a task queue of another worker
   * @throws DatabaseUnavailableError, DrainRefusedError, and what the transport rejects with
   */
  async receive(message: unknown): Promise<WakeOutcome> {
    const { id, taskQueue, dueAt } = readWakeMessage(message)
    const { taskQueues } = this.#worker
    if (!taskQueues.includes(taskQueue)) {
      const expected = `a task queue of this worker (${taskQueues.join(', ')})`
      throw new InvalidOptionError('message.taskQueue', expected, taskQueue, 'Give each task queue a queue of its own.')
    }
    if (this.#pending?.id === id) this.#pending = undefined
    const before = await this.#worker.nextWake()
    // A row may be due before the message says so, and after: a lost owner's runs show only when somebody drains.
    const wantedAt = Math.min(
      dueAt === undefined ? -Infinity : Date.parse(dueAt),
      before.nextWakeAt?.getTime() ?? Infinity,
    )
    if (wantedAt > before.now.getTime()) {
      await this.#send(before.now.getTime(), before.nextWakeAt?.getTime() ?? wantedAt)
      return { type: 'early', nextWakeAt: before.nextWakeAt }
    }
    const drained = await this.#worker.drain(this.#drainOptions)
    const { now, nextWakeAt } = await this.#worker.nextWake()
    if (nextWakeAt !== null) {
      const isFruitless = drained.runs === 0 && drained.activities === 0
      await this.#send(now.getTime(), Math.max(nextWakeAt.getTime(), isFruitless ? now.getTime() + fruitlessMs : 0))
    }
    return { type: 'drained', ...drained, nextWakeAt }
  }

  async #send(now: number, dueAt: number): Promise<void> {
    const delayMs = hopDelayMs(this.#transport, dueAt - now)
    const arrivesAt = now + delayMs
    const sooner = this.#pending
    const { granularityMs = 1 } = this.#transport
    if (sooner !== undefined && sooner.arrivesAt > now && sooner.arrivesAt < arrivesAt + granularityMs) return
    const message = wakeMessage(this.#worker.taskQueues[0]!, dueAt)
    this.#pending = { id: message.id, arrivesAt }
    try {
      await this.#transport.send(message, delayMs)
    } catch (error) {
      if (this.#pending.id === message.id) this.#pending = undefined
      throw error
    }
  }
}
