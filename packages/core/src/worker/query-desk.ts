// Answers queries: those to runs that this worker owns from their live instances, others from a replay. An answer is of what
// is committed: an instance that is ahead of it isn't asked.
import { encodeFailure } from '../codec/encode-failure.js'
import type { QueryReply } from '../engine/query-task.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import type { OpenQuestion } from '../store/question.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { Store } from '../store/store.js'
import type { WorkerSession } from '../store/worker-session.js'
import type { BundleCache } from './bundle-cache.js'
import type { RunLoop } from './run-loop.js'

const perTake = 100

export interface QueryDeskOptions {
  readonly store: Store
  readonly session: WorkerSession
  readonly sandbox: SandboxHost
  readonly bundles: BundleCache
  readonly runs: RunLoop
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
}

export class QueryDesk {
  readonly #options: QueryDeskOptions
  #wanted = false
  #serving: Promise<void> | undefined
  #stopped = false

  constructor(options: QueryDeskOptions) {
    this.#options = options
  }

  get busy(): boolean {
    return this.#serving !== undefined
  }

  /** Questions may wait. */
  poke(): void {
    this.#wanted = true
    if (this.#serving !== undefined || this.#stopped) return
    this.#serving = this.#serve().finally(() => (this.#serving = undefined))
  }

  /** Resolves when those that could be answered are. */
  async settled(): Promise<void> {
    await this.#serving
  }

  stop(): void {
    this.#stopped = true
  }

  async #serve(): Promise<void> {
    try {
      while (this.#wanted && !this.#stopped) {
        this.#wanted = false
        const questions = await this.#options.session.takeQuestions(perTake)
        const answers = await Promise.all(questions.map((question) => this.#answer(question)))
        const given = answers.filter((answer) => answer !== undefined)
        if (given.length > 0 && !this.#stopped) await this.#options.session.answerQuestions(given)
        // What couldn't be answered yet is taken again with the next tick.
        if (questions.length === perTake && given.length > 0) this.#wanted = true
      }
    } catch (error) {
      if (SessionLostError.is(error)) this.#options.onSessionLost()
      else if (!this.#stopped) this.#options.onTrouble(error)
    }
  }

  async #answer(question: OpenQuestion): Promise<{ readonly queryId: string; readonly answer: string } | undefined> {
    const reply = await this.#ask(question)
    return reply === undefined ? undefined : { queryId: question.queryId, answer: answerText(reply) }
  }

  /** `undefined` for a run that hasn't begun: whoever asked waits a little longer. */
  async #ask({ runId, name, args, bundle: pinned }: OpenQuestion): Promise<QueryReply | undefined> {
    const { runs, store, sandbox, bundles } = this.#options
    const owned = runs.committed(runId)
    const bundle = owned?.bundle ?? pinned
    if (bundle === undefined) return undefined
    const unusable = (await bundles.ensure([bundle])).get(bundle)
    if (unusable !== undefined) return { type: 'failed', failure: JSON.stringify(encodeFailure(unusable)) }
    const seq = owned?.seq ?? 0
    if (seq > 0) {
      const reply = await sandbox.query({ runId, bundle, seq, name, args })
      if (reply.type !== 'history-needed') return reply
    }
    const history = await store.readHistory({ runId, afterSeq: 0 })
    const last = history.at(-1)
    return last === undefined ? undefined : sandbox.query({ runId, bundle, seq: last.seq, history, name, args })
  }
}

const answerText = (reply: QueryReply): string => {
  switch (reply.type) {
    case 'answered':
      return `{"result":${reply.result}}`
    case 'failed':
      return `{"failure":${reply.failure}}`
    case 'blocked': {
      const { code, message } = reply.reason
      return JSON.stringify({ failure: { type: 'RunBlocked', code, message } })
    }
    case 'history-needed':
      return JSON.stringify({
        failure: { type: 'SandboxEnded', message: 'The sandbox ended while it was asked. Ask again.' },
      })
  }
}
