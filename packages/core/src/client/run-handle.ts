// A client's grip on one run. Making one asks nothing of the network; each call of it does.
import { checkOptionNames } from '../base/check-option-names.js'
import { toMilliseconds } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { RunRecord } from '../store/run-record.js'
import { type AnswerHints, askRun } from './ask-run.js'
import { boundedWait } from './bounded-wait.js'
import type { ClientSession } from './client-session.js'
import type { LifecycleEvent } from './lifecycle-event.js'
import { explainOpenRun } from './explain-open-run.js'
import type { RunExplanation } from './explain-run.js'
import { readArgs } from './read-args.js'
import { readAbortSignal, readAfterSeq, readLimit } from './read-bounds.js'
import { readHistoryPages } from './read-history-pages.js'
import { ResultTimeoutError } from './result-timeout-error.js'
import { describeRun, type RunDescription } from './run-description.js'
import { runEvent, type RunEvent } from './run-event.js'
import { RunNotFoundError } from './run-not-found-error.js'
import type {
  DescribeOptions,
  HistoryOptions,
  ResultOptions,
  RunQueryOptions,
  WatchOptions,
} from './run-handle-options.js'
import { NamedRun } from './named-run.js'
import { RunControls } from './run-controls.js'
import type { RunPoller } from './run-poller.js'
import { resultOf } from './run-result.js'
import type { RunSubscription } from './run-subscription.js'
import { readSignal, readUpdate, sendToRun, type SignalRunOptions, type UpdateRunOptions } from './send-to-run.js'
import { updateRun } from './update-run.js'
import { watchRun } from './watch-run.js'

/** What a handle works with. */
export interface RunAccess {
  readonly session: ClientSession
  readonly poller: RunPoller
  readonly answers: AnswerHints
}

/**
 * @typeParam Result what the run results in
 */
export class RunHandle<Result = unknown> extends RunControls {
  /** Absent on a handle made from a workflow id alone. */
  readonly runId: string | undefined
  /** Absent on a handle made from a run id alone. */
  readonly workflowId: string | undefined
  readonly #access: RunAccess
  readonly #run: NamedRun
  readonly #isNew: boolean

  /** @internal Handles come from a Client. */
  constructor(
    access: RunAccess,
    run: { readonly runId?: string; readonly workflowId?: string; readonly isNew?: boolean },
  ) {
    const named = new NamedRun(access.session, run)
    super(named, access.poller)
    this.#access = access
    this.#run = named
    this.runId = run.runId
    this.workflowId = run.workflowId
    this.#isNew = run.isNew === true
  }

  /**
   * Waits until the run closes, and on to the end of the runs in which it continued as new. On a handle of a workflow id:
   * its newest run at the time of the call.
   *
   * @throws WorkflowFailedError when it failed; its `cause` is the error that the workflow ended with
   * @throws WorkflowTimedOutError, WorkflowTerminatedError, WorkflowCancelledError when it ended in that way
   * @throws ResultTimeoutError when `timeout` passed first
   */
  result(options: ResultOptions = {}): Promise<Result> {
    const result = this.#result(options)
    // A wait that nobody looks at yet, or ever, must not end the process.
    result.catch(() => undefined)
    return result
  }

  /**
   * Asks the run: calls the method decorated with `@Query` of that name, on the state that is committed. Closed runs answer
   * too. The run neither wakes nor changes, and its history doesn't show it.
   *
   * @example
   * const stage = await run.query<string>('stage')
   *
   * @typeParam Answer what the query returns
   * @throws QueryFailedError when the method threw, or there is no such query; its `cause` says which
   * @throws QueryTimeoutError when no worker answered in time
   * @throws RunNotFoundError, UnencodableValueError, InvalidOptionError
   */
  async query<Answer = unknown>(name: string, options: RunQueryOptions = {}): Promise<Answer> {
    const { args, timeout = '10 seconds' } = checkOptionNames('query', options, ['args', 'timeout'])
    const question = {
      name: validateId('query', name),
      args: readArgs(args, 'query'),
      timeoutMs: toMilliseconds('timeout', timeout),
    }
    const { session, answers } = this.#access
    return (await askRun(session, answers, { runId: await this.#run.currentId(), ...question })) as Answer
  }

  /**
   * Sends the run a signal: it is in the database when this resolves, and reaches the code in the order of acceptance.
   *
   * @example
   * await run.signal('decide', { args: [true], idempotencyKey: request.id })
   *
   * @throws RunClosedError when the run has ended
   * @throws RunNotFoundError, InvalidOptionError, UnencodableValueError, PayloadTooLargeError
   */
  async signal(name: string, options: SignalRunOptions = {}): Promise<void> {
    const message = readSignal(name, options)
    await sendToRun(this.#access.session, await this.#run.currentId(), message)
  }

  /**
   * Sends the run an update, and waits for what its method returns. With an idempotency key, a call that may have failed, or
   * whose wait ended, can be repeated: the update runs once, and all calls get its one answer.
   *
   * @example
   * const total = await run.update<number>('add', { args: ['apple'], timeout: '1 minute' })
   *
   * @typeParam Answer what the update returns
   * @throws UpdateRejectedError when its validator refused it, or there is no such update; its `cause` says why
   * @throws UpdateFailedError when its method threw; its `cause` says what
   * @throws UpdateTimeoutError when `timeout` passed first
   * @throws RunClosedError when the run ended without answering
   * @throws RunNotFoundError, InvalidOptionError, UnencodableValueError, PayloadTooLargeError
   */
  async update<Answer = unknown>(name: string, options: UpdateRunOptions = {}): Promise<Answer> {
    const request = readUpdate(name, options)
    const { session, poller } = this.#access
    return (await updateRun(session, poller, await this.#run.currentId(), request)) as Answer
  }

  /**
   * The run as it stands; with `explain`, also why it is waiting (see `explain()`).
   *
   * @throws RunNotFoundError, InvalidOptionError
   */
  async describe(options: DescribeOptions = {}): Promise<RunDescription> {
    const { explain = false } = checkOptionNames('describe', options, ['explain'])
    if (typeof explain !== 'boolean') throw new InvalidOptionError('explain', 'true or false', explain)
    const run = await this.#run.look()
    const description = describeRun(run)
    if (!explain) return description
    const { session, answers } = this.#access
    const explanation = await explainOpenRun(session, answers, run)
    return Object.defineProperty(description, 'explanation', { value: explanation, enumerable: true })
  }

  /**
   * Why it is waiting: what the run waits for, in words, and what may be done about it. Asks a worker for what only the code
   * knows; without one it answers from the database.
   *
   * @example
   * const { headline, details } = await run.explain()
   *
   * @throws RunNotFoundError
   */
  async explain(): Promise<RunExplanation> {
    const { session, answers } = this.#access
    return explainOpenRun(session, answers, await this.#run.look())
  }

  /**
   * The events of the run so far; a closed run's don't change any more. Read a long history in parts, with `limit` and
   * the last `seq` as `afterSeq`.
   *
   * @throws RunNotFoundError
   */
  async history(options: HistoryOptions = {}): Promise<readonly RunEvent[]> {
    const checked = checkOptionNames('history', options, ['afterSeq', 'limit'])
    const afterSeq = readAfterSeq(checked.afterSeq)
    const limit = readLimit(checked.limit)
    const { runId } = await this.#run.look()
    const events: RunEvent[] = []
    for await (const event of readHistoryPages(this.#access.session, runId, afterSeq, limit)) {
      events.push(runEvent(event))
    }
    return events
  }

  /**
   * Follows the run until it closes: `for await (const event of run.watch()) …`. Starts with what happened already; to
   * go on after a break, pass the last `seq` that was seen as `afterSeq`.
   *
   * @throws RunNotFoundError at the first reading
   */
  watch(options: WatchOptions = {}): AsyncGenerator<LifecycleEvent, void, undefined> {
    const checked = checkOptionNames('watch', options, ['afterSeq', 'signal'])
    return this.#watch(readAfterSeq(checked.afterSeq), readAbortSignal(checked.signal))
  }

  async #result(options: ResultOptions): Promise<Result> {
    const checked = checkOptionNames('result', options, ['timeout', 'signal', 'followRuns'])
    const { followRuns = true } = checked
    if (typeof followRuns !== 'boolean') throw new InvalidOptionError('followRuns', 'true or false', followRuns)
    const timeoutMs = checked.timeout === undefined ? undefined : toMilliseconds('timeout', checked.timeout)
    const signal = readAbortSignal(checked.signal)
    const { session, poller } = this.#access
    let subscription: RunSubscription | undefined
    let ended = false
    const wait = async (): Promise<RunRecord> => {
      let runId = await this.#run.currentId()
      for (let isNew = this.#isNew; ; isNew = false) {
        // The run was looked up for longer than the wait was to last.
        if (ended) throw new ResultTimeoutError(this.#run.label, timeoutMs ?? 0)
        subscription = poller.subscribe(runId, 'closing', isNew)
        const run = await subscription.next()
        if (run === undefined) throw new RunNotFoundError({ runId })
        if (run.nextRunId === undefined || !followRuns) return run
        subscription.end()
        runId = run.nextRunId
      }
    }
    try {
      const onTimeout = (ms: number): Error => new ResultTimeoutError(this.#run.label, ms)
      const run = await boundedWait(wait(), { clock: session.clock, timeoutMs, signal, onTimeout })
      return resultOf(run) as Result
    } finally {
      ended = true
      subscription?.end()
    }
  }

  async *#watch(afterSeq: number, signal: AbortSignal | undefined): AsyncGenerator<LifecycleEvent, void, undefined> {
    const { session, poller } = this.#access
    yield* watchRun(session, poller, { runId: await this.#run.currentId(), afterSeq, signal })
  }
}

/** A handle that knows both ids of its run. */
export type StartedRun<Result = unknown> = RunHandle<Result> & { readonly runId: string; readonly workflowId: string }
