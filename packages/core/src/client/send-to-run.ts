// Messages of a client to a run: checked before anything is sent, and answered when they are in the run's inbox.
import { checkOptionNames } from '../base/check-option-names.js'
import { type Duration, toMilliseconds } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { newUuid } from '../base/new-uuid.js'
import type { OutgoingMessage } from '../store/message.js'
import { signalMessage, updateMessage } from '../store/call-message.js'
import type { ClientSession } from './client-session.js'
import { readArgs } from './read-args.js'
import { RunClosedError } from './run-closed-error.js'
import { RunNotFoundError } from './run-not-found-error.js'
import type { UpdateRequest } from './update-run.js'

export interface SignalRunOptions {
  /** The arguments of the signal. */
  readonly args?: readonly unknown[] | undefined
  /**
   * Of several messages with one key to a run, only the first counts: with it, a call that may have failed can be
   * repeated. 1 to 248 characters.
   */
  readonly idempotencyKey?: string | undefined
}

export interface UpdateRunOptions extends SignalRunOptions {
  /** How long to wait for the answer; the update itself isn't ended. For ever by default. */
  readonly timeout?: Duration | undefined
}

export type MessageToRun = Omit<OutgoingMessage, 'runId'>

/**
 * @throws InvalidOptionError for a bad or unknown option
 * @throws UnencodableValueError, PayloadTooLargeError for the arguments
 */
export const readSignal = (name: unknown, options: unknown): MessageToRun => {
  const { args, idempotencyKey } = checkOptionNames('signal', (options ?? {}) as SignalRunOptions, [
    'args',
    'idempotencyKey',
  ])
  const data = signalMessage({ name: validateId('signal', name), args: readArgs(args, 'signal') })
  return { kind: 'signal', ...readKey(idempotencyKey), data }
}

/**
 * @throws InvalidOptionError for a bad or unknown option
 * @throws UnencodableValueError, PayloadTooLargeError for the arguments
 */
export const readUpdate = (name: unknown, options: unknown): UpdateRequest => {
  const checked = checkOptionNames('update', (options ?? {}) as UpdateRunOptions, ['args', 'idempotencyKey', 'timeout'])
  const updateId = checked.idempotencyKey === undefined ? newUuid() : checkKey(checked.idempotencyKey)
  const call = { updateId, name: validateId('update', name), args: readArgs(checked.args, 'update') }
  return {
    name: call.name,
    updateId,
    timeoutMs: checked.timeout === undefined ? undefined : toMilliseconds('timeout', checked.timeout),
    message: { kind: 'update', key: `update:${updateId}`, data: updateMessage(call) },
  }
}

/** The `update` option of `updateWithStart`. */
export const readNamedUpdate = (update: unknown): UpdateRequest => {
  if (typeof update !== 'object' || update === null)
    throw new InvalidOptionError('update', 'an update: { name, args, idempotencyKey, timeout }', update)
  const { name, ...options } = update as { readonly name?: unknown }
  return readUpdate(name, options)
}

/** The `signal` option of `signalWithStart`. */
export const readNamedSignal = (signal: unknown): MessageToRun => {
  if (typeof signal !== 'object' || signal === null)
    throw new InvalidOptionError('signal', 'a signal: { name, args, idempotencyKey }', signal)
  const { name, ...options } = signal as { readonly name?: unknown }
  return readSignal(name, options)
}

/** Keys of callers never meet those of Foliot itself. */
const readKey = (idempotencyKey: unknown): { readonly key?: string } =>
  idempotencyKey === undefined ? {} : { key: `user:${checkKey(idempotencyKey)}` }

const checkKey = (idempotencyKey: unknown): string => {
  const key = validateId('idempotencyKey', idempotencyKey)
  if (key.length <= longestKey) return key
  throw new InvalidOptionError('idempotencyKey', `a text of at most ${longestKey} characters`, key)
}

/** So that with what goes before it, it is still an id. */
const longestKey = 248

/** @throws RunNotFoundError, RunClosedError */
export const sendToRun = async (session: ClientSession, runId: string, message: MessageToRun): Promise<void> => {
  const [outcome] = await session.call((store) => store.sendMessages([{ runId, ...message }]))
  if (outcome?.type === 'not-open') throw await whyNotOpen(session, runId)
}

/** Why a run takes no message. */
export const whyNotOpen = async (session: ClientSession, runId: string): Promise<RunNotFoundError | RunClosedError> => {
  const [run] = await session.call((store) => store.describeRuns([{ runId }]))
  return run === undefined ? new RunNotFoundError({ runId }) : new RunClosedError(run)
}
