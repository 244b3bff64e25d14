// What operators do with a run: end it, hold it, and move its timers.
import type { Duration } from '../base/duration.js'
import type { Instant } from '../base/instant.js'
import type { NamedRun } from './named-run.js'
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

  /** @internal */
  constructor(run: NamedRun) {
    this.#run = run
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

  /** What was asked of the run from outside (cancel, terminate, pause, resume, timers), by whom and why; the oldest first. */
  async operations(): Promise<readonly RunOperation[]> {
    return readRunOperations(this.#run.session, await this.#run.currentId())
  }
}
