// A turn in the making: what was recorded and what opened and ended since the last commit.
import type { HistoryEvent } from '../history/history-event.js'
import type { Closing, OpenChild, OpenTimer, RejectedUpdate, Turn } from './turn.js'
import type { StartedTimer } from './open-timers.js'

export interface StateAfterTurn {
  readonly nextTimerAt: number | null
  readonly openActivities: number
}

const none: readonly never[] = []

export class TurnDraft {
  readonly runId: string
  readonly baseSeq: number
  readonly #events: HistoryEvent[] = []
  // Most turns have none.
  #timersOpened: Map<string, OpenTimer> | undefined
  #timersClosed: Set<string> | undefined
  readonly #activitiesClosed: string[] = []
  #updatesRejected: RejectedUpdate[] | undefined
  #mailConsumed: number | undefined
  #latestFireAt: number | undefined
  #closing: Closing | undefined
  #inputsLeft: number | undefined
  #childrenLeft: readonly OpenChild[] = none

  constructor(runId: string, baseSeq: number) {
    this.runId = runId
    this.baseSeq = baseSeq
  }

  record(event: HistoryEvent): void {
    this.#events.push(event)
  }

  openTimer({ timerId, kind, fireAt }: OpenTimer): void {
    ;(this.#timersOpened ??= new Map()).set(timerId, { timerId, kind, fireAt })
  }

  endTimer(timer: StartedTimer, how: 'fired' | 'cancelled'): void {
    this.#timersOpened?.delete(timer.timerId)
    if (!this.opened(timer)) (this.#timersClosed ??= new Set()).add(timer.timerId)
    if (how === 'fired') this.#latestFireAt = Math.max(this.#latestFireAt ?? timer.fireAt, timer.fireAt)
  }

  /** Whether this turn started the timer: it has no row. */
  opened(timer: StartedTimer): boolean {
    return timer.startedSeq > this.baseSeq
  }

  endActivity(activityId: string): void {
    this.#activitiesClosed.push(activityId)
  }

  rejectUpdate(rejected: RejectedUpdate): void {
    ;(this.#updatesRejected ??= []).push(rejected)
  }

  consumeMail(mail: number): void {
    this.#mailConsumed = Math.max(this.#mailConsumed ?? mail, mail)
  }

  /** The run is paused at the end of the turn: the last `inputsLeft` inputs wait. */
  pause(inputsLeft: number): void {
    this.#inputsLeft = inputsLeft
  }

  close(closing: Closing, childrenLeft: readonly OpenChild[]): void {
    this.#closing = closing
    this.#childrenLeft = childrenLeft
  }

  /** Undoes the end of the run, if it completed in this turn: its last event then is RunCompleted. */
  takeBackCompletion(): boolean {
    if (this.#closing?.type !== 'completed') return false
    this.#events.pop()
    this.#closing = undefined
    return true
  }

  /** The turn shares the draft's lists: what changes the draft afterwards takes the turn's place. */
  finish(state: StateAfterTurn): Turn {
    const closing = this.#closing
    const closed = closing !== undefined
    return {
      runId: this.runId,
      baseSeq: this.baseSeq,
      events: this.#events,
      timersOpened: closed || this.#timersOpened === undefined ? none : [...this.#timersOpened.values()],
      timersClosed:
        this.#timersClosed === undefined
          ? none
          : [...this.#timersClosed].filter((timerId) => closed || this.#timersOpened?.has(timerId) !== true),
      activitiesClosed: this.#activitiesClosed,
      ...(this.#mailConsumed === undefined ? undefined : { mailConsumed: this.#mailConsumed }),
      ...(this.#latestFireAt === undefined ? undefined : { latestFireAt: this.#latestFireAt }),
      ...(this.#inputsLeft === undefined || closed ? undefined : { paused: { inputsLeft: this.#inputsLeft } }),
      ...(this.#updatesRejected === undefined ? undefined : { updatesRejected: this.#updatesRejected }),
      ...(closing === undefined || this.#childrenLeft.length === 0 ? undefined : { childrenLeft: this.#childrenLeft }),
      ...(closing === undefined ? undefined : { closing }),
      nextTimerAt: state.nextTimerAt,
      openActivities: state.openActivities,
    }
  }
}
