// What becomes of a run of which nothing is under way here: looked at again, kept for its timers, or let go. Pure.
import type { Disposition } from '../store/worker-session.js'
import { earliest } from './disposition.js'
import { isHeld, type OwnedRun } from './owned-run.js'

export type IdleStep =
  /** It has mail. */
  | { readonly type: 'load' }
  /** It mustn't start yet. */
  | { readonly type: 'hold' }
  | { readonly type: 'execute' }
  /** Rows of activities have to be written, and its own as it is. */
  | { readonly type: 'write'; readonly disposition: Disposition }
  /** It is paused. */
  | { readonly type: 'rest' }
  | { readonly type: 'release'; readonly wakeAt: number | null }
  /** Stays here until then, or until something comes. */
  | { readonly type: 'wait'; readonly wakeAt: number | null }

/** @param disposition what a turn without events would come to */
export const idleStep = (
  run: OwnedRun,
  context: { readonly now: number; readonly draining: boolean; readonly disposition: Disposition },
): IdleStep => {
  const { now, draining, disposition } = context
  const timeoutAt = run.timeoutAt ?? null
  const hasRows = run.rowsToWrite.length > 0
  if (run.mailKnown > run.mailRead) return { type: 'load' }
  if (isHeld(run, now)) return { type: 'hold' }
  if (run.paused && run.seq !== 0 && !run.again && (timeoutAt === null || timeoutAt > now)) {
    if (hasRows) return { type: 'write', disposition: { type: 'keep', wakeAt: timeoutAt } }
    return run.localActivities === 0 ? { type: 'rest' } : { type: 'wait', wakeAt: timeoutAt }
  }
  const wakeAt = earliest(run.nextTimerAt, timeoutAt)
  if (run.again || run.inputs.some(({ type }) => type !== 'start') || (wakeAt !== null && wakeAt <= now)) {
    return { type: 'execute' }
  }
  // Not started, and its time has come.
  if (run.seq === 0) return draining ? { type: 'release', wakeAt: now } : { type: 'execute' }
  if (hasRows) {
    return { type: 'write', disposition: disposition.type === 'hold' ? { type: 'keep', wakeAt } : disposition }
  }
  return disposition.type === 'park' ? { type: 'release', wakeAt: disposition.wakeAt } : { type: 'wait', wakeAt }
}
