// Asks a run a query: leaves the question for the workers and looks for the answer until it is there or nobody waits any
// more.
import type { Clock } from '../base/clock.js'
import { newUuid } from '../base/new-uuid.js'
import { decodeFailure } from '../codec/decode-failure.js'
import { decodePayload } from '../codec/decode-payload.js'
import type { Failure } from '../codec/failure.js'
import type { Payload } from '../codec/payload.js'
import type { ClientSession } from './client-session.js'
import { QueryFailedError } from './query-failed-error.js'
import { QueryTimeoutError } from './query-timeout-error.js'
import { RunNotFoundError } from './run-not-found-error.js'

const firstLookMs = 5
const longestLookMs = 100

/** Wakes those who look for answers when a hint says that they are there. */
export class AnswerHints {
  readonly #waiting = new Map<string, () => void>()

  constructor(session: ClientSession) {
    session.onHint((hint) => {
      if (hint.type === 'answers') for (const queryId of hint.queryIds) this.#waiting.get(queryId)?.()
    })
  }

  /** Resolves after the delay, or with the hint. */
  async pause(queryId: string, clock: Clock, delayMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(delayMs, resolve)
      this.#waiting.set(queryId, () => {
        timer.cancel()
        resolve()
      })
    })
    this.#waiting.delete(queryId)
  }
}

export interface RunQuestion {
  readonly runId: string
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
  readonly timeoutMs: number
}

export const askRun = async (session: ClientSession, hints: AnswerHints, question: RunQuestion): Promise<unknown> => {
  const { clock } = session
  const { runId, name, timeoutMs } = question
  const queryId = newUuid()
  const until = clock.now() + timeoutMs
  const outcome = await session.call((store) => store.ask({ queryId, ...question }))
  if (outcome === 'no-run') throw new RunNotFoundError({ runId })
  try {
    for (let lookMs = firstLookMs; ; lookMs = Math.min(longestLookMs, lookMs * 2)) {
      await hints.pause(queryId, clock, Math.max(0, Math.min(lookMs, until - clock.now())))
      const answer = (await session.call((store) => store.readAnswers([queryId]))).get(queryId)
      if (answer !== undefined) return readAnswer(name, answer)
      if (clock.now() >= until) throw new QueryTimeoutError(name, runId, timeoutMs)
    }
  } finally {
    // What isn't dropped expires.
    if (!session.closed) await session.call((store) => store.dropQuestions([queryId])).catch(() => undefined)
  }
}

const readAnswer = (name: string, text: string): unknown => {
  const { result, failure } = JSON.parse(text) as { readonly result?: Payload; readonly failure?: Failure }
  if (failure !== undefined) throw new QueryFailedError(name, decodeFailure(failure))
  return decodePayload(result as Payload)
}
