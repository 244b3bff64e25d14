// What operators did to a run, read from its history: facts that the code never sees, and that its machine must know.
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { StartedTimer } from './open-timers.js'

export interface OperatorFacts {
  readonly paused: boolean
  readonly cancelRequested: boolean
  /** A timer of the history, with the time that an operator gave it. */
  moved(timer: StartedTimer): StartedTimer
}

interface Move {
  readonly seq: number
  readonly fireAt: number
}

export const operatorFacts = (history: readonly HistoryEvent[]): OperatorFacts => {
  let paused = false
  let cancelRequested = false
  let moves: Map<string, Move> | undefined
  for (const { seq, type, data } of history) {
    switch (type) {
      case 'RunPaused':
        paused = true
        break
      // A run that was reset goes on, whether the one before it was paused or not.
      case 'RunReset':
      case 'RunResumed':
        paused = false
        break
      case 'CancelRequested':
        cancelRequested = true
        break
      case 'TimerRescheduled': {
        const { timerId, fireAt } = parseEventData<'TimerRescheduled'>(data)
        ;(moves ??= new Map()).set(timerId, { seq, fireAt: Date.parse(fireAt) })
        break
      }
      default:
    }
  }
  return {
    paused,
    cancelRequested,
    moved: (timer) => {
      const move = moves?.get(timer.timerId)
      // A later timer of the same id was never moved.
      return move === undefined || move.seq < timer.startedSeq ? timer : { ...timer, fireAt: move.fireAt }
    },
  }
}
