// A turn in the making: what was recorded and what opened and ended since the last commit.
import type { HistoryEvent } from '../history/history-event.js'
import type { Closing, OpenActivity, OpenTimer, Turn } from './turn.js'
import type { StartedTimer } from './open-timers.js'

export interface StateAfterTurn {
  readonly nextTimerAt: number | null
  readonly openActivities: number
}

export class TurnDraft {
  readonly runId: string
  readonly baseSeq: number
  readonly #events: HistoryEvent[] = []
  readonly #timersOpened = new Map<string, OpenTimer>()
  readonly #timersClosed = new Set<string>()
  readonly #activitiesScheduled: OpenActivity[] = []
  readonly #activitiesClosed: string[] = []
  #mailConsumed: number | undefined
  #latestFireAt: number | undefined
  #closing: Closing | undefined

  constructor(runId: string, baseSeq: number) {
    this.runId = runId
    this.baseSeq = baseSeq
  }

  record(event: HistoryEvent): void {
    this.#events.push(event)
  }

  openTimer({ timerId, kind, fireAt }: OpenTimer): void {
    this.#timersOpened.set(timerId, { timerId, kind, fireAt })
  }

  endTimer(timer: StartedTimer, how: 'fired' | 'cancelled'): void {
    this.#timersOpened.delete(timer.timerId)
    if (!this.opened(timer)) this.#timersClosed.add(timer.timerId)
    if (how === 'fired') this.#latestFireAt = Math.max(this.#latestFireAt ?? timer.fireAt, timer.fireAt)
  }

  /** Whether this turn started the timer: it has no row. */
  opened(timer: StartedTimer): boolean {
    return timer.startedSeq > this.baseSeq
  }

  scheduleActivity(activity: OpenActivity): void {
    this.#activitiesScheduled.push(activity)
  }

  endActivity(activityId: string): void {
    this.#activitiesClosed.push(activityId)
  }

  consumeMail(mail: number): void {
    this.#mailConsumed = Math.max(this.#mailConsumed ?? mail, mail)
  }

  close(closing: Closing): void {
    this.#closing = closing
  }

  /** Undoes the end of the run, if it completed in this turn: its last event then is RunCompleted. */
  takeBackCompletion(): boolean {
    if (this.#closing?.type !== 'completed') return false
    this.#events.pop()
    this.#closing = undefined
    return true
  }

  finish(state: StateAfterTurn): Turn {
    const closing = this.#closing
    return {
      runId: this.runId,
      baseSeq: this.baseSeq,
      events: [...this.#events],
      timersOpened: closing === undefined ? [...this.#timersOpened.values()] : [],
      timersClosed: [...this.#timersClosed].filter(
        (timerId) => closing !== undefined || !this.#timersOpened.has(timerId),
      ),
      activitiesScheduled: closing === undefined ? [...this.#activitiesScheduled] : [],
      activitiesClosed: [...this.#activitiesClosed],
      ...(this.#mailConsumed === undefined ? {} : { mailConsumed: this.#mailConsumed }),
      ...(this.#latestFireAt === undefined ? {} : { latestFireAt: this.#latestFireAt }),
      ...(closing === undefined ? {} : { closing }),
      ...state,
    }
  }
}
