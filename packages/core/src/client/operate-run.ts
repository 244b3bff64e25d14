// What operators do to runs: each is a message that is kept, with who sent it and why.
import { checkOptionNames } from '../base/check-option-names.js'
import { type Duration, toMilliseconds } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { type Instant, toEpochMilliseconds } from '../base/instant.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { newUuid } from '../base/new-uuid.js'
import type { Operation, OperationAction } from '../store/operation.js'
import type { ClientSession } from './client-session.js'
import type { OpenTimerDescription } from './open-timer-description.js'
import { openWaits } from './open-waits.js'
import { readHistoryPages } from './read-history-pages.js'
import { RunClosedError } from './run-closed-error.js'
import { RunNotFoundError } from './run-not-found-error.js'
import { whyNotOpen } from './send-to-run.js'
import { TimerNotOpenError } from './timer-not-open-error.js'

export interface OperatorOptions {
  /** Why, for people: it is kept in the history and among the run's operations. At most 1,000 characters. */
  readonly reason?: string | undefined
  /** Who asks for it, for people: kept like the reason. */
  readonly by?: string | undefined
}

export interface RunOperation {
  readonly action: OperationAction
  readonly acceptedAt: Date
  readonly reason?: string
  readonly by?: string
  /** What was asked for, in its recorded form. */
  readonly details: unknown
}

const longestText = 1_000

const readText = (option: string, text: unknown): string | undefined => {
  if (text === undefined || (typeof text === 'string' && text.length <= longestText)) return text
  throw new InvalidOptionError(option, `a text of at most ${longestText} characters`, text)
}

/** @throws InvalidOptionError */
export const readOperator = (
  call: string,
  options: OperatorOptions,
): { readonly reason?: string; readonly by?: string } => {
  const checked = checkOptionNames(call, options, ['reason', 'by'])
  const reason = readText('reason', checked.reason)
  const by = readText('by', checked.by)
  return { ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) }
}

/**
 * @param details what the message carries beside who and why
 * @param key a second message of the run with this key is dropped
 * @throws RunNotFoundError, RunClosedError
 */
export const operateRun = async (
  session: ClientSession,
  runId: string,
  operation: Operation & { readonly action: Exclude<OperationAction, 'retry'> },
  { details = {}, key = newUuid() }: { readonly details?: object; readonly key?: string | undefined } = {},
): Promise<void> => {
  const { action: kind, ...note } = operation
  const data = JSON.stringify({ ...details, ...note })
  const outcome = await session.call((store) => store.operate({ runId, kind, key, data, operation }))
  if (outcome.type === 'not-open') throw await whyNotOpen(session, runId)
}

/** For what a closed run makes moot. */
export const operateOpenRun = async (
  ...[session, runId, operation, rest]: Parameters<typeof operateRun>
): Promise<void> => {
  try {
    await operateRun(session, runId, operation, rest)
  } catch (error) {
    if (!RunClosedError.is(error)) throw error
  }
}

/** In the order in which they fire; those that aren't armed come last. */
export const openTimers = async (session: ClientSession, runId: string): Promise<readonly OpenTimerDescription[]> => {
  const [run] = await session.call((store) => store.describeRuns([{ runId }]))
  if (run === undefined) throw new RunNotFoundError({ runId })
  if (run.closedAt !== undefined) return []
  const history = []
  for await (const event of readHistoryPages(session, runId, 0)) history.push(event)
  return [...openWaits(history).timers]
    .sort(([, a], [, b]) => (a.fireAt ?? Infinity) - (b.fireAt ?? Infinity))
    .map(([timerId, { kind, fireAt }]) => ({
      timerId,
      kind,
      ...(fireAt !== undefined && { fireAt: new Date(fireAt) }),
    }))
}

const rescheduledTo = async (session: ClientSession, to: Duration | Instant): Promise<number> => {
  if (to instanceof Date || (typeof to === 'object' && 'epochMilliseconds' in to)) return toEpochMilliseconds('to', to)
  // A text is an instant if it begins with a date.
  if (typeof to === 'string' && /^[+-]?\d{4,6}-\d\d/.test(to)) return toEpochMilliseconds('to', to)
  const ms = toMilliseconds('to', to as Duration)
  return (await session.call((store) => store.now())) + ms
}

/** @param to absent for at once */
export const rescheduleTimer = async (
  session: ClientSession,
  runId: string,
  timer: { readonly timerId: unknown; readonly to?: Duration | Instant },
  note: { readonly reason?: string; readonly by?: string },
): Promise<void> => {
  const timerId = validateId('timerId', timer.timerId)
  const fireAt = timer.to === undefined ? undefined : await rescheduledTo(session, timer.to)
  const open = await openTimers(session, runId)
  if (!open.some((each) => each.timerId === timerId && each.fireAt !== undefined)) {
    throw new TimerNotOpenError(runId, timerId, open)
  }
  const details = { timerId, ...(fireAt !== undefined && { fireAt }) }
  await operateRun(session, runId, { action: 'reschedule-timer', ...note }, { details })
}

export const readRunOperations = async (session: ClientSession, runId: string): Promise<readonly RunOperation[]> =>
  (await session.call((store) => store.readOperations(runId))).map(({ acceptedAt, details, ...operation }) => ({
    ...operation,
    acceptedAt: new Date(acceptedAt),
    details: JSON.parse(details) as unknown,
  }))
