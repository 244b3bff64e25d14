// A client: starts runs and looks at them. It executes nothing; that is what workers do.
import { workflowDefinition } from '../authoring/workflow-definition.js'
import type { WorkflowArgs, WorkflowClass, WorkflowResult } from '../authoring/workflow-class.js'
import type { Clock } from '../base/clock.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { newUuid } from '../base/new-uuid.js'
import { isUuid } from '../base/uuid-v7.js'
import { systemClock } from '../base/system-clock.js'
import { openStore } from '../store/postgres/open-store.js'
import type { RunReference } from '../store/run-record.js'
import type { SendOutcome } from '../store/message.js'
import type { RunStart, StartOutcome } from '../store/run-start.js'
import type { Store } from '../store/store.js'
import { BundleCatalog } from './bundle-catalog.js'
import { AnswerHints } from './ask-run.js'
import { ClientSession } from './client-session.js'
import { checkConnectOptions, type ConnectOptions } from './connect-options.js'
import { readListOptions, type ListOptions, type ListPage } from './list-options.js'
import { type Polling, usualPolling } from './polling.js'
import { readStartOptions } from './read-start-options.js'
import { describeRun, type RunDescription } from './run-description.js'
import { RunHandle, type StartedRun } from './run-handle.js'
import { RunPoller } from './run-poller.js'
import { readNamedSignal, readNamedUpdate } from './send-to-run.js'
import type { SignalWithStartOptions, StartOptions, UpdateWithStartOptions } from './start-options.js'
import { UnknownWorkflowError } from './unknown-workflow-error.js'
import { awaitUpdate } from './update-run.js'
import { warnOfLargeArgs } from './warn-of-large-args.js'
import { wakingStore } from './waking-store.js'
import { WorkflowAlreadyOpenError } from './workflow-already-open-error.js'
import { WorkflowIdReuseRefusedError } from './workflow-id-reuse-refused-error.js'

/** What a client is made of; the public way to get one is `Client.connect`. */
export interface ClientParts {
  readonly store: Store
  readonly clock: Clock
  /** Whether closing the client closes the store too. */
  readonly ownsStore: boolean
  readonly polling?: Polling
}

/** The result of a workflow class, or `T` itself. */
export type ResultFor<T> = T extends WorkflowClass<infer Workflow> ? WorkflowResult<Workflow> : T

/** What `updateWithStart` gives. */
export interface UpdatedRun<Result = unknown, Answer = unknown> {
  readonly run: StartedRun<Result>
  /** What the update returned. */
  readonly answer: Answer
}

export class Client {
  /** The workflow code in the database. */
  readonly bundles: BundleCatalog
  readonly #session: ClientSession
  readonly #poller: RunPoller
  readonly #answers: AnswerHints
  readonly #closeStore: () => Promise<void>
  #closing: Promise<void> | undefined

  /** @internal Use `Client.connect`. */
  constructor({ store, clock, ownsStore, polling = usualPolling }: ClientParts) {
    this.#session = new ClientSession(store, clock)
    this.#poller = new RunPoller(this.#session, polling)
    this.#answers = new AnswerHints(this.#session)
    this.bundles = new BundleCatalog(this.#session)
    this.#closeStore = async () => {
      if (ownsStore) await store.close()
    }
  }

  /** How many results and watches are awaited. For test environments, which skip time while somebody waits. */
  get waiting(): number {
    return this.#poller.waiting
  }

  /** Rejects what is awaited now. For test environments that can't make progress. */
  failWaits(error: Error): void {
    this.#poller.fail(error)
  }

  /**
   * Opens the database.
   *
   * @example
   * await using client = await Client.connect({ database: 'postgres://localhost/app' })
   *
   * @throws InvalidOptionError, DatabaseUnavailableError
   */
  static async connect(options: ConnectOptions): Promise<Client> {
    checkConnectOptions(options)
    const { database, schema, listen, wake } = options
    const opened = await openStore({
      database,
      ...(schema !== undefined && { schema }),
      ...(listen !== undefined && { listen }),
    })
    const store = wake === undefined ? opened : wakingStore(opened, wake)
    return new Client({ store, clock: systemClock, ownsStore: true })
  }

  /**
   * Starts a run. It is in the database when this resolves; a worker takes it from there.
   *
   * @example
   * const run = await client.start(Onboarding, { workflowId: 'user-42', args: [42] })
   *
   * @param workflow the workflow class, or its name
   * @throws InvalidOptionError, UnencodableValueError, PayloadTooLargeError before anything is sent
   * @throws WorkflowAlreadyOpenError, WorkflowIdReuseRefusedError, UnknownWorkflowError
   */
  start<Workflow extends object>(
    workflow: WorkflowClass<Workflow>,
    options: StartOptions<WorkflowArgs<Workflow>>,
  ): Promise<StartedRun<WorkflowResult<Workflow>>>
  start<Result = unknown>(workflow: string, options: StartOptions): Promise<StartedRun<Result>>
  async start(workflow: WorkflowClass | string, options: StartOptions): Promise<StartedRun> {
    this.#session.assertOpen()
    const workflowType = typeof workflow === 'string' ? validateId('workflow', workflow) : typeOf(workflow)
    const start = readStartOptions(newUuid(), workflowType, options)
    warnOfLargeArgs(start)
    const outcome = await this.#start(start)
    if (outcome.type === 'conflict') throw new WorkflowAlreadyOpenError(start, outcome)
    const { runId, type } = outcome
    return this.#handle({ runId, workflowId: start.workflowId, isNew: type === 'started' }) as StartedRun
  }

  /**
   * Sends a signal to the open run of a workflow id, or starts one that finds the signal. Whichever it is, the signal
   * reaches one run, once.
   *
   * @example
   * const cart = await client.signalWithStart(Cart, { workflowId: 'cart-7', signal: { name: 'add', args: ['apple'] } })
   *
   * @param workflow the workflow class, or its name
   * @throws InvalidOptionError, UnencodableValueError, PayloadTooLargeError before anything is sent
   * @throws WorkflowAlreadyOpenError when the open run is of another workflow
   * @throws WorkflowIdReuseRefusedError, UnknownWorkflowError
   */
  signalWithStart<Workflow extends object>(
    workflow: WorkflowClass<Workflow>,
    options: SignalWithStartOptions<WorkflowArgs<Workflow>>,
  ): Promise<StartedRun<WorkflowResult<Workflow>>>
  signalWithStart<Result = unknown>(workflow: string, options: SignalWithStartOptions): Promise<StartedRun<Result>>
  async signalWithStart(workflow: WorkflowClass | string, options: SignalWithStartOptions): Promise<StartedRun> {
    this.#session.assertOpen()
    const workflowType = typeof workflow === 'string' ? validateId('workflow', workflow) : typeOf(workflow)
    const { signal, ...startOptions } = options
    const firstMessage = readNamedSignal(signal)
    return (await this.#startWith(readStartOptions(newUuid(), workflowType, startOptions), firstMessage)).run
  }

  /**
   * Sends an update to the open run of a workflow id, or starts one that finds it, and waits for the update's answer.
   *
   * @example
   * const { run, answer } = await client.updateWithStart(Cart, {
   *   workflowId: 'cart-7',
   *   update: { name: 'add', args: ['apple'] },
   * })
   *
   * @param workflow the workflow class, or its name
   * @throws what `start` and `run.update` throw; WorkflowAlreadyOpenError when the open run is of another workflow
   */
  updateWithStart<Workflow extends object>(
    workflow: WorkflowClass<Workflow>,
    options: UpdateWithStartOptions<WorkflowArgs<Workflow>>,
  ): Promise<UpdatedRun<WorkflowResult<Workflow>>>
  updateWithStart<Result = unknown, Answer = unknown>(
    workflow: string,
    options: UpdateWithStartOptions,
  ): Promise<UpdatedRun<Result, Answer>>
  async updateWithStart(workflow: WorkflowClass | string, options: UpdateWithStartOptions): Promise<UpdatedRun> {
    this.#session.assertOpen()
    const workflowType = typeof workflow === 'string' ? validateId('workflow', workflow) : typeOf(workflow)
    const { update, ...startOptions } = options
    const request = readNamedUpdate(update)
    const start = readStartOptions(newUuid(), workflowType, startOptions)
    const { run, sent } = await this.#startWith(start, request.message)
    return { run, answer: await awaitUpdate(this.#session, this.#poller, run.runId, request, sent) }
  }

  /**
   * A handle of a run that was started before, by its run id or, for the newest run of a workflow id, by that. Asks
   * nothing of the database yet.
   *
   * @example
   * const stage = await client.run<typeof Onboarding>({ workflowId: 'user-42' }).result()
   *
   * @typeParam T the workflow class (`typeof Onboarding`), or what the run results in
   */
  run<T = unknown>(run: string | RunReference): RunHandle<ResultFor<T>> {
    this.#session.assertOpen()
    return this.#handle<ResultFor<T>>(readReference(run))
  }

  /** A page of runs, newest first. */
  async list(options: ListOptions = {}): Promise<ListPage> {
    this.#session.assertOpen()
    const query = readListOptions(options)
    const { runs, next } = await this.#session.call((store) => store.listRuns(query))
    return { runs: runs.map(describeRun), ...(next !== undefined && { next }) }
  }

  /** All runs that match, newest first, read in pages of `limit`. */
  listAll(options: ListOptions = {}): AsyncGenerator<RunDescription, void, undefined> {
    this.#session.assertOpen()
    readListOptions(options)
    return this.#listAll(options)
  }

  /**
   * Ends the waits of this client with ClientClosedError, waits for its calls that are on their way, and closes its
   * connections. Runs are unaffected. Idempotent.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<void> {
    const calls = this.#session.close()
    this.#poller.close()
    await calls
    await this.#closeStore()
  }

  /** Leaves a message to the open run of the workflow id, or to one that starts with it. */
  async #startWith(
    options: RunStart,
    firstMessage: NonNullable<RunStart['firstMessage']>,
  ): Promise<{ readonly run: StartedRun; readonly sent?: SendOutcome }> {
    const start = { ...options, conflict: 'fail' as const, firstMessage }
    const { workflowId, workflowType } = start
    warnOfLargeArgs(start)
    for (;;) {
      const outcome = await this.#start(start)
      const { runId } = outcome
      if (outcome.type !== 'conflict') return { run: this.#handle({ runId, workflowId, isNew: true }) as StartedRun }
      if (outcome.workflowType !== workflowType) throw new WorkflowAlreadyOpenError(start, outcome)
      const [sent] = await this.#session.call((store) => store.sendMessages([{ runId, ...firstMessage }]))
      // It may have closed just now: then the next start is free.
      if (sent === undefined || sent.type === 'not-open') continue
      return { run: this.#handle({ runId, workflowId }) as StartedRun, sent }
    }
  }

  async #start(start: RunStart): Promise<Extract<StartOutcome, { type: 'started' | 'existing' | 'conflict' }>> {
    const [outcome] = await this.#session.call((store) => store.startRuns([start]))
    switch (outcome?.type) {
      case 'started':
      case 'existing':
      case 'conflict':
        return outcome
      case 'reuse-refused':
        throw new WorkflowIdReuseRefusedError(start, outcome)
      case 'unknown-workflow':
        throw new UnknownWorkflowError(start.workflowType, await this.#session.call((store) => store.workflowTypes()))
      case undefined:
        throw new Error('The store answered a start with nothing.')
    }
  }

  async *#listAll(options: ListOptions): AsyncGenerator<RunDescription, void, undefined> {
    for (let after = options.after; ;) {
      const page = await this.list({ ...options, after })
      yield* page.runs
      if (page.next === undefined) return
      after = page.next
    }
  }

  #handle<Result>(run: ConstructorParameters<typeof RunHandle>[1]): RunHandle<Result> {
    return new RunHandle<Result>({ session: this.#session, poller: this.#poller, answers: this.#answers }, run)
  }
}

const typeOf = (workflow: unknown): string => {
  if (typeof workflow === 'function') return workflowDefinition(workflow).type
  throw new InvalidOptionError('workflow', 'a class decorated with @Workflow, or the name of a workflow', workflow)
}

const readReference = (run: unknown): { readonly runId: string } | { readonly workflowId: string } => {
  const { runId, workflowId } = typeof run === 'string' ? { runId: run } : (Object(run) as Record<string, unknown>)
  if (runId === undefined) return { workflowId: validateId('workflowId', workflowId) }
  if (isUuid(runId)) return { runId: runId.toLowerCase() }
  throw new InvalidOptionError('runId', 'a run id (a UUID)', runId, 'For a workflow id, pass { workflowId }.')
}
