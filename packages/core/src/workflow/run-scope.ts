// The state of one run inside its bundle: what it waits for, and what it asked for since the last answer. The API reads
// it through currentScope, which is set only while a delivery is processed, microtasks included.
import { CancelledFailure } from '../codec/cancelled-failure.js'
import { encodeFailure } from '../codec/encode-failure.js'
import type { Command, CommandType } from '../history/command.js'
import type { SideEffectRecordedData } from '../history/event-data.js'
import { CancellationScope, type Wait } from './cancellation-scope.js'
import { InsideSideEffectError } from './inside-side-effect-error.js'
import type { LiveWorkflow } from './live-workflow.js'
import { NotInWorkflowError } from './not-in-workflow-error.js'
import { ReadOnlyContextError } from './read-only-context-error.js'
import type { Answer, Delivery } from './delivery.js'
import type { PendingCondition } from './pending-condition.js'
import type { KeptSignal, PendingReceiver } from './pending-receiver.js'
import type { SandboxGlobals } from './sandbox-globals.js'
import type { TimerHandle } from './timer-handle.js'

export interface RunIdentity {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly startedAtMs: number
}

export interface PendingChild extends Wait {
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string
  complete(result: unknown): void
  fail(error: Error): void
}

export interface PendingActivity extends Wait {
  readonly name: string
  complete(result: unknown): void
  fail(error: Error): void
}

/** A timer that was started and hasn't fired; without `cancel` one that goes with the wait it belongs to. */
export interface PendingTimer {
  readonly cancellation: CancellationScope
  readonly promise?: Promise<unknown> | undefined
  fire(): void
  cancel?(failure: CancelledFailure): void
}

const nowhere: RunIdentity = { runId: '', workflowId: '', workflowType: '', taskQueue: '', startedAtMs: 0 }

export class RunScope {
  readonly globals: SandboxGlobals
  identity: RunIdentity = nowhere
  nowMs = 0
  replaying = false
  /** Whether the history is so long that the run should continue as new. */
  isLong = false
  /** While the function of a side effect runs. */
  inSideEffect = false
  /** While a query is answered. */
  readOnly = false
  /** Once the author's constructor has run. */
  workflow: LiveWorkflow | undefined
  readonly timers = new Map<string, PendingTimer>()
  /** Ids of the timers that setTimeout started. */
  timeouts: Set<string> | undefined
  readonly activities = new Map<string, PendingActivity>()
  children: Map<string, PendingChild> | undefined
  /** Of startTimer, by their ids. Most runs have none, nor conditions. */
  handles: Map<string, { readonly handle: TimerHandle; isOpen(): boolean }> | undefined
  conditions: Set<PendingCondition> | undefined
  /** Signals that no method handles and nobody has taken, and who waits for one. Most runs have neither. */
  signals: KeptSignal[] | undefined
  receivers: PendingReceiver[] | undefined
  /** Waits of handles' `fired`. */
  handleWaits: Set<Wait> | undefined
  /** Patches that the code has asked for, and the answer. */
  patches: Map<string, boolean> | undefined
  /** What cancellation of the whole run reaches. */
  readonly root = new CancellationScope('', undefined)
  /** Scopes that the code opened, by their ids. */
  #scopes: Map<string, CancellationScope> | undefined
  #recordedPatches: Delivery['patches']
  #beforeMs = 0
  #steps = 0
  #closed = false
  #commands: Command[] = []
  #stacks: string[] | undefined
  #recorded: SideEffectRecordedData[] = []

  constructor(globals: SandboxGlobals) {
    this.globals = globals
  }

  get closed(): boolean {
    return this.#closed
  }

  /** The cancellation scope of the code on the stack. */
  get cancellation(): CancellationScope {
    return this.#scopes === undefined ? this.root : (this.#scopes.get(this.globals.scopeId()) ?? this.root)
  }

  /** @param parent absent for a scope that no cancellation from outside reaches */
  openScope(parent: CancellationScope | undefined): CancellationScope {
    const scopes = (this.#scopes ??= new Map())
    const opened = new CancellationScope(String(scopes.size + 1), parent)
    scopes.set(opened.id, opened)
    return opened
  }

  begin(delivery: Delivery): void {
    if (delivery.runId !== undefined) this.#rename(delivery.runId)
    this.#beforeMs = this.nowMs
    this.nowMs = delivery.now
    this.replaying = delivery.replaying
    this.isLong = delivery.isLong === true
    this.#recorded = delivery.recorded === undefined ? [] : ([...delivery.recorded] as SideEffectRecordedData[])
    this.#recordedPatches = delivery.patches
    this.#stacks = delivery.trace === true ? [] : undefined
    this.globals.setTime(delivery.now)
    this.globals.setSilent(delivery.replaying)
  }

  /** The run was reset: what is derived from its id from here on isn't what the run before it derived. */
  #rename(runId: string): void {
    this.identity = { ...this.identity, runId }
    this.globals.seed(runId)
  }

  /** Back to the time before this delivery. */
  rewind(): void {
    this.nowMs = this.#beforeMs
    this.globals.setTime(this.nowMs)
  }

  /** Numbers the steps of the run; a step without an id of its own is known by its number. */
  nextStep(): string {
    this.#steps += 1
    return String(this.#steps)
  }

  /**
   * Asks for a step.
   *
   * @param data JSON text of the event's data
   * @param stack of the author's call, where it isn't the current one
   */
  issue(type: CommandType, data: string, stack?: string): void {
    if (this.#closed) return
    this.#commands.push({ type, data })
    this.#stacks?.push(stack ?? new Error('trace').stack ?? '')
  }

  /** Whatever the code asks for after this is dropped. */
  close(type: 'CompleteRun' | 'FailRun' | 'CancelRun' | 'ContinueAsNew', data: string, stack?: string): void {
    this.issue(type, data, stack)
    this.#closed = true
  }

  /** The run ends with an error: as cancelled, if that is why. */
  fail(error: unknown): void {
    const failure = encodeFailure(this.globals.explain(error))
    const isCancelled = this.root.requested !== undefined && CancelledFailure.is(error)
    this.close(isCancelled ? 'CancelRun' : 'FailRun', `{"failure":${JSON.stringify(failure)}}`, failure.stack)
  }

  /** In replay: the side effect that was recorded next. */
  takeRecorded(): SideEffectRecordedData | undefined {
    return this.#recorded.shift()
  }

  /** In replay: the data of the patch, as JSON text, if this delivery recorded it. */
  recordedPatch(patchId: string): string | undefined {
    const recorded = this.#recordedPatches?.find((patch) => patch.patchId === patchId)
    return recorded === undefined ? undefined : JSON.stringify(recorded)
  }

  answer(): Answer {
    const commands = this.#commands
    this.#commands = []
    return this.#stacks === undefined ? { commands } : { commands, stacks: this.#stacks }
  }
}

let current: RunScope | undefined

/** Runs one delivery of a run. */
export const withScope = <T>(scope: RunScope, work: () => T): T => {
  const outer = current
  current = scope
  try {
    return work()
  } finally {
    current = outer
  }
}

/** The run that calls, for calls that only look. */
export const currentScope = (call: string): RunScope => {
  if (current === undefined) throw new NotInWorkflowError(call)
  return current
}

/** The run that calls, for calls that change what later calls see. */
export const changingScope = (call: string): RunScope => {
  const scope = currentScope(call)
  if (scope.readOnly) throw new ReadOnlyContextError(call)
  return scope
}

/** The run that calls, for calls that ask for a step. */
export const steppingScope = (call: string): RunScope => {
  const scope = changingScope(call)
  if (scope.inSideEffect) throw new InsideSideEffectError(call)
  return scope
}
