// What becomes of a run's hot row after a turn: closed, kept by this worker, or let go until its next wake.
import type { Turn } from '../engine/turn.js'
import type { Disposition } from '../store/worker-session.js'
import type { OwnedRun } from './owned-run.js'

/** A run whose next wake is at most this far away stays with its owner. */
export const nearMs = 5_000

export interface DispositionContext {
  readonly now: number
  /** Activities in this worker's slots after the turn. */
  readonly localActivities: number
  /** Results of activities that only this process knows, and that the turn doesn't have. */
  readonly unwrittenResults: boolean
  readonly shuttingDown: boolean
}

export const decideDisposition = (
  run: Pick<OwnedRun, 'unsettled' | 'timeoutAt'>,
  turn: Pick<Turn, 'closing' | 'nextTimerAt'>,
  context: DispositionContext,
): Disposition => {
  if (turn.closing !== undefined) return { type: 'close' }
  const wakeAt = earliest(turn.nextTimerAt, run.timeoutAt ?? null)
  if (context.localActivities > 0 || context.unwrittenResults) {
    // Let go with a result still to be written, it would wait for ever if this process died before that. Kept, only the
    // owner can wake it before its timers, and a dead owner's runs are due at once: no need to write.
    return run.unsettled ? { type: 'keep', wakeAt } : { type: 'hold' }
  }
  const near = wakeAt !== null && wakeAt - context.now <= nearMs
  return near && !context.shuttingDown ? { type: 'keep', wakeAt } : { type: 'park', wakeAt }
}

export const earliest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)
