// Children: runs of other workflows that a run starts, waits for, and is answered by.
import type { WorkflowArgs, WorkflowClass, WorkflowResult } from '../authoring/workflow-class.js'
import { workflowType } from '../authoring/workflow-type.js'
import { checkOptionNames } from '../base/check-option-names.js'
import { derivedRunId } from '../base/derived-run-id.js'
import { toMilliseconds } from '../base/duration.js'
import type { Duration } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { CancelledFailure } from '../codec/cancelled-failure.js'
import { encodePayload } from '../codec/encode-payload.js'
import type { ParentClosePolicy } from '../history/event-data.js'
import { createPending } from './pending.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'

export interface CommonChildOptions {
  /** Names what the child is about; at most one run of a workflow id is open at a time. */
  readonly workflowId: string
  /**
   * The queue whose workers run it.
   *
   * @default the queue of the run that starts it
   */
  readonly taskQueue?: string | undefined
  /** Ends the child as timed out when it is still open so long after its start. */
  readonly runTimeout?: Duration | undefined
  /**
   * What becomes of the child when this run ends, in whatever way, while it is open.
   *
   * @default 'request-cancel'
   */
  readonly parentClosePolicy?: ParentClosePolicy | undefined
}

/** @typeParam Args the parameters of the child's run method */
export type ChildOptions<Args extends readonly unknown[] = readonly unknown[]> = CommonChildOptions &
  ([] extends Args ? { readonly args?: Args | undefined } : { readonly args: Args })

/** @typeParam Result what the child results in */
export interface ChildHandle<Result = unknown> {
  readonly runId: string
  readonly workflowId: string
  /**
   * Waits for the child's result, also that of the runs in which it continues as new.
   *
   * @throws ChildFailure when it ends without one
   * @throws CancelledFailure when the wait is cancelled; the child is asked to cancel, too
   */
  result(): Promise<Result>
  /** Sends the child a signal. One that has ended doesn't hear it. */
  signal(name: string, ...args: readonly unknown[]): void
  /** Asks the child to cancel. `result()` goes on to wait for how it ends. */
  cancel(reason?: string): void
}

const policies: readonly ParentClosePolicy[] = ['request-cancel', 'terminate', 'abandon']

const typeOf = (workflow: unknown): string => {
  const type = typeof workflow === 'function' ? workflowType(workflow) : workflow
  if (typeof type === 'string') return validateId('workflow', type)
  throw new InvalidOptionError('workflow', 'a class decorated with @Workflow, or the name of a workflow', workflow)
}

const readOptions = (options: unknown): string => {
  const checked = checkOptionNames('child', options as CommonChildOptions & { readonly args?: unknown }, [
    'workflowId',
    'args',
    'taskQueue',
    'runTimeout',
    'parentClosePolicy',
  ])
  const { args = [], taskQueue, runTimeout, parentClosePolicy = 'request-cancel' } = checked
  if (!Array.isArray(args)) {
    throw new InvalidOptionError('args', 'an array of the arguments of the run method', args, 'Write [value].')
  }
  const policy = policies.find((known) => known === parentClosePolicy)
  if (policy === undefined) {
    const expected = policies.map((policy) => `'${policy}'`).join(', ')
    throw new InvalidOptionError('parentClosePolicy', `one of ${expected}`, parentClosePolicy)
  }
  const queue = taskQueue === undefined ? '' : `,"taskQueue":${JSON.stringify(validateId('taskQueue', taskQueue))}`
  const timeout = runTimeout === undefined ? '' : `,"runTimeoutMs":${toMilliseconds('runTimeout', runTimeout)}`
  return `,"args":${encodePayload(args, 'args')}${queue}${timeout},"parentClosePolicy":"${policy}"`
}

/** @param head JSON text of the fields that say to whom */
const sendSignal = (scope: RunScope, head: string, name: string, args: readonly unknown[]): void => {
  const named = JSON.stringify(validateId('signal', name))
  scope.issue('SendSignal', `{${head},"name":${named},"args":${encodePayload(args, 'args')}}`)
}

/**
 * Starts a child and returns at once: `await child(…).result()` waits for it. It has a history, a task queue and workers of
 * its own.
 *
 * @example
 * const shipment = child(Shipment, { workflowId: `ship-${orderId}`, args: [order] })
 * const tracking = await shipment.result()
 *
 * @param workflow the workflow class, or its name
 * @throws InvalidOptionError, UnencodableValueError, PayloadTooLargeError at the call
 * @throws CancelledFailure at the call, in a scope that is cancelled
 */
export function child<Workflow extends object>(
  workflow: WorkflowClass<Workflow>,
  options: ChildOptions<WorkflowArgs<Workflow>>,
): ChildHandle<WorkflowResult<Workflow>>
export function child<Result = unknown>(workflow: string, options: ChildOptions): ChildHandle<Result>
export function child(workflow: WorkflowClass | string, options: ChildOptions): ChildHandle {
  const scope = steppingScope('child')
  const type = typeOf(workflow)
  const workflowId = validateId('workflowId', (options as { readonly workflowId?: unknown } | undefined)?.workflowId)
  const rest = readOptions(options)
  const { requested } = scope.cancellation
  if (requested !== undefined) throw requested
  const childId = scope.nextStep()
  const runId = derivedRunId(scope.identity.runId, `child/${childId}`, scope.nowMs)
  const ids = `"childId":"${childId}","runId":"${runId}"`
  scope.issue(
    'StartChild',
    `{${ids},"workflowId":${JSON.stringify(workflowId)},"workflowType":${JSON.stringify(type)}${rest}}`,
  )
  let isCancelled = false
  const cancelChild = (reason: string | undefined): void => {
    if (isCancelled || !scope.children?.has(childId)) return
    isCancelled = true
    scope.issue('CancelChild', `{${ids}${reason === undefined ? '' : `,"reason":${JSON.stringify(reason)}`}}`)
  }
  const { promise, resolve, reject } = createPending<unknown>()
  // A child may end before the code comes to await it.
  promise.catch(() => undefined)
  ;(scope.children ??= new Map()).set(childId, {
    workflowType: type,
    workflowId,
    runId,
    promise,
    cancellation: scope.cancellation,
    complete: resolve,
    fail: reject,
    cancel: (failure: CancelledFailure) => {
      cancelChild(failure.message)
      scope.children?.delete(childId)
      reject(failure)
    },
  })
  return Object.freeze({
    runId,
    workflowId,
    result: () => promise,
    signal: (name: string, ...args: readonly unknown[]) => sendSignal(steppingScope('signal'), ids, name, args),
    cancel: (reason?: string) => {
      steppingScope('cancel')
      cancelChild(reason)
    },
  })
}

/**
 * Sends a signal to the open run of a workflow id, whoever started it. Nothing waits for it; with no open run, nobody hears
 * it.
 *
 * @example
 * signalWorkflow('cart-7', 'add', 'apple')
 *
 * @throws InvalidOptionError, UnencodableValueError, PayloadTooLargeError at the call
 */
export const signalWorkflow = (workflowId: string, name: string, ...args: readonly unknown[]): void =>
  sendSignal(
    steppingScope('signalWorkflow'),
    `"workflowId":${JSON.stringify(validateId('workflowId', workflowId))}`,
    name,
    args,
  )
