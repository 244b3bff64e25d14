// Resets and retries: finds where the history is cut, and has another run begin with what comes before. Of an open run its
// owner does it, of a closed one the client itself.
import { checkOptionNames } from '../base/check-option-names.js'
import { type Duration, toMilliseconds } from '../base/duration.js'
import { newUuid } from '../base/new-uuid.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { planReset } from '../engine/plan-reset.js'
import { resetPoint, retryPoint } from '../engine/reset-point.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { ResetMessage } from '../store/run-reset.js'
import type { RunRecord } from '../store/run-record.js'
import { UnknownBundleError } from '../store/unknown-bundle-error.js'
import { boundedWait } from './bounded-wait.js'
import type { ClientSession } from './client-session.js'
import { operateRun, type OperatorOptions, readOperator } from './operate-run.js'
import { readHistoryPages } from './read-history-pages.js'
import { ResetPendingError } from './reset-pending-error.js'
import { RunClosedError } from './run-closed-error.js'
import { RunNotFoundError } from './run-not-found-error.js'
import type { RunPoller } from './run-poller.js'
import { isClosed } from './run-result.js'
import { UnknownWorkflowError } from './unknown-workflow-error.js'
import { WorkflowAlreadyOpenError } from './workflow-already-open-error.js'

export interface RetryOptions extends OperatorOptions {
  /**
   * Hash of a registered bundle for the run that begins.
   *
   * @default the current bundle of its workflow
   */
  readonly bundle?: string | undefined
}

export interface ResetOptions extends RetryOptions {
  /**
   * Where to: the number of an event of the history, or the label of a step, of which the last in the history counts: the id
   * of a timer, an activity, a side effect, a patch or a child, the name of an activity, the workflow id of a child. What the
   * code did before the delivery that holds it stays; from there on it runs anew. `1` begins at the start.
   */
  readonly to: number | string
  /**
   * How long to wait until a worker has done it; it stays asked for.
   *
   * @default '10 seconds'
   */
  readonly timeout?: Duration | undefined
}

/** The run that begins. */
export interface ResetRun {
  readonly runId: string
}

interface Access {
  readonly session: ClientSession
  readonly poller: RunPoller
}

const readNote = (call: string, { reason, by }: { readonly reason?: unknown; readonly by?: unknown }) =>
  readOperator(call, { reason, by } as OperatorOptions)

const readTo = (to: unknown): number | string => {
  if (typeof to === 'number' || (typeof to === 'string' && to !== '')) return to
  throw new InvalidOptionError('to', 'the number of an event or the label of a step', to)
}

const look = async (session: ClientSession, runId: string): Promise<RunRecord> => {
  const [run] = await session.call((store) => store.describeRuns([{ runId }]))
  if (run === undefined) throw new RunNotFoundError({ runId })
  return run
}

const readHistory = async (session: ClientSession, runId: string): Promise<readonly HistoryEvent[]> => {
  const history: HistoryEvent[] = []
  for await (const event of readHistoryPages(session, runId, 0)) history.push(event)
  return history
}

/** @throws InvalidOptionError, UnknownBundleError */
const readBundle = async (
  session: ClientSession,
  bundle: unknown,
  workflowType: string,
): Promise<string | undefined> => {
  if (bundle === undefined) return undefined
  if (typeof bundle !== 'string') throw new InvalidOptionError('bundle', 'the hash of a registered bundle', bundle)
  const found = await session.call((store) => store.loadBundle(bundle))
  if (found === undefined) throw new UnknownBundleError(bundle)
  if (found.manifest.workflows.some(({ type }) => type === workflowType)) return bundle
  throw new InvalidOptionError('bundle', `a bundle that has the workflow ${workflowType}`, bundle)
}

const resetClosed = async (
  session: ClientSession,
  run: RunRecord,
  message: ResetMessage,
  action: 'reset' | 'retry',
): Promise<void> => {
  const { runId, workflowId, workflowType } = run
  const { newRunId, bundle, reason, by } = message
  const history = await readHistory(session, runId)
  const now = await session.call((store) => store.now())
  const plan = planReset(history, { ...message, fromRunId: runId, now })
  const operation = { action, ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) }
  const reset = { runId, newRunId, plan, ...(bundle !== undefined && { bundle }), operation }
  const outcome = await session.call((store) => store.resetRun(reset))
  switch (outcome.type) {
    case 'reset':
      return
    case 'conflict': {
      const [open] = await session.call((store) => store.describeRuns([{ runId: outcome.runId }]))
      const conflict = { ...outcome, workflowType: open?.workflowType ?? workflowType, differs: 'nothing' } as const
      throw new WorkflowAlreadyOpenError({ workflowId, workflowType, conflict: 'fail' }, conflict)
    }
    case 'unknown-bundle':
      throw new UnknownWorkflowError(workflowType, await session.call((store) => store.workflowTypes()))
    default:
      throw new RunNotFoundError({ runId })
  }
}

/** Leaves the request, and waits until the run's owner has carried it out. False when the run closed in another way. */
const resetOpen = async (
  { session, poller }: Access,
  run: RunRecord,
  message: ResetMessage,
  timeoutMs: number,
): Promise<boolean> => {
  const { runId, taskQueue } = run
  const { newRunId, throughSeq, bundle, reason, by } = message
  const subscription = poller.subscribe(runId, 'closing')
  try {
    const note = { ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) }
    const details = { newRunId, throughSeq, ...(bundle !== undefined && { bundle }) }
    await operateRun(session, runId, { action: 'reset', ...note }, { details })
    const onTimeout = (): Error => new ResetPendingError({ runId, newRunId, taskQueue, timeoutMs })
    const closed = await boundedWait(subscription.next(), { clock: session.clock, timeoutMs, onTimeout })
    return closed?.nextRunId === newRunId
  } catch (error) {
    if (RunClosedError.is(error)) return false
    throw error
  } finally {
    subscription.end()
  }
}

/**
 * @throws ResetPointNotFoundError, ResetPendingError, WorkflowAlreadyOpenError, UnknownBundleError, UnknownWorkflowError
 * @throws RunNotFoundError, InvalidOptionError
 */
export const resetRun = async (access: Access, runId: string, options: ResetOptions): Promise<ResetRun> => {
  const { session } = access
  const checked = checkOptionNames('reset', options, ['to', 'bundle', 'timeout', 'reason', 'by'])
  const to = readTo(checked.to)
  const note = readNote('reset', checked)
  const timeoutMs = toMilliseconds('timeout', checked.timeout ?? '10 seconds')
  const run = await look(session, runId)
  const bundle = await readBundle(session, checked.bundle, run.workflowType)
  const throughSeq = resetPoint(await readHistory(session, runId), to)
  const newRunId = newUuid()
  const message = { newRunId, throughSeq, ...(bundle !== undefined && { bundle }), ...note }
  const isDone = !isClosed(run.status) && (await resetOpen(access, run, message, timeoutMs))
  if (!isDone) await resetClosed(session, run, message, 'reset')
  return { runId: newRunId }
}

/**
 * @throws RunNotRetryableError, WorkflowAlreadyOpenError, UnknownBundleError, UnknownWorkflowError
 * @throws RunNotFoundError, InvalidOptionError
 */
export const retryRun = async ({ session }: Access, runId: string, options: RetryOptions): Promise<ResetRun> => {
  const checked = checkOptionNames('retry', options, ['bundle', 'reason', 'by'])
  const note = readNote('retry', checked)
  const run = await look(session, runId)
  const bundle = await readBundle(session, checked.bundle, run.workflowType)
  const throughSeq = retryPoint(await readHistory(session, runId))
  const newRunId = newUuid()
  await resetClosed(session, run, { newRunId, throughSeq, ...(bundle !== undefined && { bundle }), ...note }, 'retry')
  return { runId: newRunId }
}
