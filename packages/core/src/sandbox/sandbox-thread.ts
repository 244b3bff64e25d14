// One worker thread of a ThreadHost, with what it has been asked for and not yet answered. However the thread ends,
// each request is answered: the task at work with the reason, the others with `history-needed`.
import { Worker } from 'node:worker_threads'
import type { Bundle } from '../authoring/bundle.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { QueryReply, QueryTask } from '../engine/query-task.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { SandboxStats, WorkflowLogLine } from '../engine/sandbox-host.js'
import { readAnswers, writeAnswers } from './answer-text.js'
import { BundleInvalidError } from './bundle-invalid-error.js'
import { sandboxFailed } from './sandbox-reasons.js'
import { ProgressBoard } from './progress-board.js'
import type { Progress } from './progress-board.js'
import { writeTasks } from './task-text.js'
import type { FromThread, ThreadReply, ThreadRequest, ThreadSetup, ToThread } from './thread-message.js'

export interface SandboxThreadOptions {
  readonly entry: URL
  readonly cacheBytes: number
  readonly heapLimitMb: number
  readonly onLog: (line: WorkflowLogLine) => void
  /** The thread died of itself. */
  readonly onDeath: (cause: unknown) => void
}

interface Pending {
  readonly type: ThreadRequest['type']
  /** Of an `execute`. */
  readonly tasks: readonly RunTask[]
  readonly settle: (reply: ThreadReply) => void
}

const noStats: SandboxStats = { cachedRuns: 0, usedBytes: 0, evictions: 0 }

let started = 0

export class SandboxThread {
  /** Differs from that of every other thread of the process. */
  readonly name: string
  readonly #options: SandboxThreadOptions
  readonly #worker: Worker
  readonly #board = new ProgressBoard()
  readonly #pending = new Map<number, Pending>()
  readonly #loads = new Map<string, Promise<boolean>>()
  #lastId = 0
  #ended = false

  constructor(options: SandboxThreadOptions) {
    this.#options = options
    started += 1
    this.name = `[foliot sandbox ${started}]`
    const setup: ThreadSetup = { progress: this.#board.buffer, cacheBytes: options.cacheBytes }
    this.#worker = new Worker(options.entry, {
      name: this.name,
      workerData: setup,
      // With V8's own, larger young generation, Node 24 and 26 end the process when a thread reaches its limit.
      resourceLimits: { maxOldGenerationSizeMb: options.heapLimitMb, maxYoungGenerationSizeMb: 48 },
      // The thread's own way with rejections depends on the default mode.
      execArgv: ['--unhandled-rejections=throw'],
    })
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => this.#receive(message))
    this.#worker.on('error', (error) => this.#died(error))
    this.#worker.on('exit', (code) => this.#died(new Error(`The thread exited with code ${code}.`)))
  }

  get progress(): Progress {
    return this.#board.read()
  }

  get isAwaited(): boolean {
    return this.#pending.size > 0
  }

  /** The bundle and run of the task at work. */
  get currentTask(): RunTask | undefined {
    const { request: id, task } = this.progress
    return task === undefined ? undefined : this.#pending.get(id)?.tasks[task]
  }

  /** Once per bundle. Rejects with BundleInvalidError; resolves to false when the thread ended before. */
  load(bundle: Bundle): Promise<boolean> {
    let load = this.#loads.get(bundle.hash)
    if (load === undefined) {
      load = this.#load(bundle)
      this.#loads.set(bundle.hash, load)
    }
    return load
  }

  async execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
    if (tasks.length === 0) return []
    const reply = await this.#ask({ type: 'execute', tasks: writeTasks(tasks) }, tasks)
    if (reply.type === 'executed') {
      for (const line of reply.log) this.#options.onLog(line)
      return readAnswers(reply.answers)
    }
    if (reply.type !== 'failed') return historyNeeded(tasks)
    const reason = sandboxFailed(reply.message)
    return tasks.map(({ runId }) => ({ type: 'blocked', runId, reason }))
  }

  async query(task: QueryTask): Promise<QueryReply> {
    const reply = await this.#ask({ type: 'query', task })
    if (reply.type === 'queried') return reply.reply
    return reply.type === 'failed'
      ? { type: 'blocked', reason: sandboxFailed(reply.message) }
      : { type: 'history-needed' }
  }

  drop(runIds: readonly string[]): void {
    if (!this.#ended) this.#worker.postMessage({ id: null, drop: runIds } satisfies ToThread)
  }

  async stats(): Promise<SandboxStats> {
    const reply = await this.#ask({ type: 'stats' })
    return reply.type === 'stats' ? reply.stats : noStats
  }

  /**
   * Stops the thread. The task or load at work is answered with the reason, if one is given. Resolves when it has
   * stopped: V8 can't interrupt some loops (those that only call its own builtins), so that may be never.
   */
  async end(reason?: BlockedReason): Promise<void> {
    const ended = this.#worker.terminate()
    this.#settleAll(reason)
    await ended
  }

  async #load(bundle: Bundle): Promise<boolean> {
    const reply = await this.#ask({ type: 'load', bundle })
    if (reply.type === 'invalid') throw new BundleInvalidError(bundle.hash, reply.why)
    if (reply.type === 'failed') throw new BundleInvalidError(bundle.hash, `the sandbox failed: ${reply.message}`)
    return reply.type === 'loaded'
  }

  #ask(request: ThreadRequest, tasks: readonly RunTask[] = []): Promise<ThreadReply> {
    if (this.#ended) return Promise.resolve({ type: 'ended' })
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((settle) => {
      this.#pending.set(id, { type: request.type, tasks, settle })
      this.#worker.ref()
      this.#worker.postMessage({ id, request } satisfies ToThread)
    })
  }

  #receive({ id, reply }: FromThread): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#worker.unref()
    pending?.settle(reply)
  }

  #died(cause: unknown): void {
    if (!this.#ended) this.#options.onDeath(cause)
  }

  #settleAll(reason: BlockedReason | undefined): void {
    this.#ended = true
    const { request: current, task } = this.progress
    for (const [id, pending] of this.#pending) {
      pending.settle(reason !== undefined && id === current ? charged(pending, task, reason) : { type: 'ended' })
    }
    this.#pending.clear()
  }
}

const historyNeeded = (tasks: readonly RunTask[]): readonly RunAnswer[] =>
  tasks.map(({ runId }) => ({ type: 'history-needed', runId }))

const charged = ({ type, tasks }: Pending, task: number | undefined, reason: BlockedReason): ThreadReply => {
  if (type === 'load') return { type: 'invalid', why: reason.message }
  if (type === 'query') return { type: 'queried', reply: { type: 'blocked', reason } }
  if (type === 'stats') return { type: 'ended' }
  const answers = tasks.map(({ runId }, index): RunAnswer =>
    index === task ? { type: 'blocked', runId, reason } : { type: 'history-needed', runId },
  )
  return { type: 'executed', answers: writeAnswers(answers), log: [] }
}
