// Sends an update and waits for what becomes of it: looked for each time the run has moved, and when it has closed.
import { decodeFailure } from '../codec/decode-failure.js'
import { decodePayload } from '../codec/decode-payload.js'
import type { Failure } from '../codec/failure.js'
import type { Payload } from '../codec/payload.js'
import type { OutgoingMessage, SendOutcome } from '../store/message.js'
import { boundedWait } from './bounded-wait.js'
import type { ClientSession } from './client-session.js'
import { RunClosedError } from './run-closed-error.js'
import { RunNotFoundError } from './run-not-found-error.js'
import type { RunPoller } from './run-poller.js'
import { isClosed } from './run-result.js'
import { UpdateFailedError } from './update-failed-error.js'
import { UpdateRejectedError } from './update-rejected-error.js'
import { UpdateTimeoutError } from './update-timeout-error.js'

/** An update as it is sent, and how long its sender waits. */
export interface UpdateRequest {
  readonly name: string
  readonly updateId: string
  readonly message: Omit<OutgoingMessage, 'runId'>
  readonly timeoutMs: number | undefined
}

interface Outcome {
  readonly result?: Payload
  readonly failure?: Failure
  readonly rejection?: Failure
}

/** @throws UpdateRejectedError, UpdateFailedError, UpdateTimeoutError, RunClosedError, RunNotFoundError */
export const updateRun = async (
  session: ClientSession,
  poller: RunPoller,
  runId: string,
  request: UpdateRequest,
): Promise<unknown> => {
  const message = { runId, ...request.message }
  const [sent] = await session.call((store) => store.sendMessages([message]))
  return awaitUpdate(session, poller, runId, request, sent)
}

/** @param sent what became of the message; absent when it came with the start of the run */
export const awaitUpdate = async (
  session: ClientSession,
  poller: RunPoller,
  runId: string,
  { name, updateId, timeoutMs }: UpdateRequest,
  sent?: SendOutcome,
): Promise<unknown> => {
  const look = async (): Promise<string | undefined> =>
    (await session.call((store) => store.readUpdateOutcomes(runId, [updateId]))).get(updateId)
  const subscription = poller.subscribe(runId, 'progress')
  const wait = async (): Promise<string> => {
    for (;;) {
      const run = await subscription.next()
      if (run === undefined) throw new RunNotFoundError({ runId })
      // After the look at the run, so that a closed one has all the outcomes it will ever have.
      const outcome = await look()
      if (outcome !== undefined) return outcome
      if (isClosed(run.status)) throw new RunClosedError(run)
    }
  }
  try {
    // One that was sent before, and answered, is not waited for.
    const known = sent?.type === 'sent' ? undefined : await look()
    const onTimeout = (ms: number): Error => new UpdateTimeoutError(name, runId, ms)
    return readOutcome(name, known ?? (await boundedWait(wait(), { clock: session.clock, timeoutMs, onTimeout })))
  } finally {
    subscription.end()
  }
}

const readOutcome = (name: string, text: string): unknown => {
  const { result, failure, rejection } = JSON.parse(text) as Outcome
  if (rejection !== undefined) throw new UpdateRejectedError(name, decodeFailure(rejection))
  if (failure !== undefined) throw new UpdateFailedError(name, decodeFailure(failure))
  return result === undefined ? undefined : decodePayload(result)
}
