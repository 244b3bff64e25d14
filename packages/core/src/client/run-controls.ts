// What operators do with a run: end it, hold it, and move its timers.
import type { Duration } from '../base/duration.js'
import type { Instant } from '../base/instant.js'
import type { NamedRun } from './named-run.js'
import { type ResetOptions, type ResetRun, resetRun, type RetryOptions, retryRun } from './reset-run.js'
import type { RunPoller } from './run-poller.js'
import type { OpenTimerDescription } from './open-timer-description.js'
import {
  openTimers,
  operateOpenRun,
  operateRun,
  type OperatorOptions,
  readOperator,
  readRunOperations,
  rescheduleTimer,
  type RunOperation,
} from './operate-run.js'

export class RunControls {
  readonly #run: NamedRun
  readonly #poller: RunPoller

  /** @internal */
  constructor(run: NamedRun, poller: RunPoller) {
    this.#run = run
    this.#poller = poller
  }

  /**
   * Asks the run to end: what it waits for rejects with CancelledFailure, so that it can clean up (in `nonCancellable`) and
   * end as cancelled. A run that hasn't begun ends without running any code; one that is closed stays as it is.
   *
   * @throws RunNotFoundError, InvalidOptionError
   */
  async cancel(options: OperatorOptions = {}): Promise<void> {
    const note = readOperator('cancel', options)
    await operateOpenRun(
      this.#run.session,
      await this.#run.currentId(),
      { action: 'cancel', ...note },
      { key: 'cancel' },
    )
  }

  /**
   * Ends the run at once, as soon as a worker has it: none of its code runs any more, also no cleanup. A run that is
   * closed already stays as it is.
   *
   * @throws RunNotFoundError, InvalidOptionError
   */
  async terminate(options: OperatorOptions = {}): Promise<void> {
    const { reason = 'A client terminated it.', ...note } = readOperator('terminate', options)
    await operateOpenRun(this.#run.session, await this.#run.currentId(), { action: 'terminate', reason, ...note })
  }

  /**
   * Stops the run's code, until `resume`: what happens meanwhile waits. Its clocks go on; timers that are due fire when it is
   * resumed, in their order. Activities that run already end, and their results wait too. A run that hasn't begun is held
   * before its start. A cancellation wins over a pause, and the run's time-out ends it also while it is paused.
   *
   * @throws RunClosedError, RunNotFoundError, InvalidOptionError
   */
  async pause(options: OperatorOptions = {}): Promise<void> {
    const note = readOperator('pause', options)
    await operateRun(this.#run.session, await this.#run.currentId(), { action: 'pause', ...note })
  }

  /**
   * Lets a paused run go on. One that isn't paused stays as it is.
   *
   * @throws RunClosedError, RunNotFoundError, InvalidOptionError
   */
  async resume(options: OperatorOptions = {}): Promise<void> {
    const note = readOperator('resume', options)
    await operateRun(this.#run.session, await this.#run.currentId(), { action: 'resume', ...note })
  }

  /**
   * The run's open timers, in the order in which they fire.
   *
   * @throws RunNotFoundError
   */
  async timers(): Promise<readonly OpenTimerDescription[]> {
    return openTimers(this.#run.session, await this.#run.currentId())
  }

  /**
   * Fires an open timer now. A timer that ends by itself before the run hears of it changes nothing more.
   *
   * @throws TimerNotOpenError when the run has no such timer running; it names those that are
   * @throws RunClosedError, RunNotFoundError, InvalidOptionError
   */
  async fireTimer(timerId: string, options: OperatorOptions = {}): Promise<void> {
    const note = readOperator('fireTimer', options)
    await rescheduleTimer(this.#run.session, await this.#run.currentId(), { timerId }, note)
  }

  /**
   * Moves an open timer: to an instant, or to a duration from now. The code doesn't see it move.
   *
   * @example
   * await run.rescheduleTimer('deadline', '2 days', { reason: 'the customer is on holiday', by: 'ann' })
   *
   * @throws TimerNotOpenError when the run has no such timer running; it names those that are
   * @throws RunClosedError, RunNotFoundError, InvalidOptionError
   */
  async rescheduleTimer(timerId: string, to: Duration | Instant, options: OperatorOptions = {}): Promise<void> {
    const note = readOperator('rescheduleTimer', options)
    await rescheduleTimer(this.#run.session, await this.#run.currentId(), { timerId, to }, note)
  }

  /**
   * Takes the run back: it ends as terminated, unless it is closed already, and another run of its workflow id begins with a
   * part of its history and runs its code anew from there. Results that are known, signals, updates and moved timers of
   * after that point are delivered again, in their order; timers keep their due times; activities that failed or are under
   * way are run afresh. `result()` of this run goes on to the run that begins.
   *
   * @example
   * const { runId } = await run.reset({ to: 'charge', reason: 'the price list was wrong', by: 'ann' })
   *
   * @throws ResetPointNotFoundError when the run has no such event or step; it names the steps
   * @throws ResetPendingError when the run is open and no worker has done it in time
   * @throws WorkflowAlreadyOpenError when the run is closed and another of its workflow id is open
   * @throws UnknownBundleError, UnknownWorkflowError, RunNotFoundError, InvalidOptionError
   */
  async reset(options: ResetOptions): Promise<ResetRun> {
    return resetRun(this.#access, await this.#run.currentId(), options)
  }

  /**
   * Tries a run again that failed, timed out or was terminated: another run of its workflow id begins where its code went
   * wrong. An activity whose failure brought it down is run afresh, with all its attempts; a child is started afresh; any
   * other error comes again unless the bundle is another. A run that timed out or was terminated goes on where it stood, with
   * its time-out from now on.
   *
   * @throws RunNotRetryableError when the run is open, or ended in another way
   * @throws WorkflowAlreadyOpenError when another run of its workflow id is open
   * @throws UnknownBundleError, UnknownWorkflowError, RunNotFoundError, InvalidOptionError
   */
  async retry(options: RetryOptions = {}): Promise<ResetRun> {
    return retryRun(this.#access, await this.#run.currentId(), options)
  }

  get #access(): Parameters<typeof resetRun>[0] {
    return { session: this.#run.session, poller: this.#poller }
  }

  /** What was asked of the run from outside (cancel, terminate, pause, resume, timers, reset, retry), by whom and why; the oldest first. */
  async operations(): Promise<readonly RunOperation[]> {
    return readRunOperations(this.#run.session, await this.#run.currentId())
  }
}
