// The time that the current run sees: the one of its last delivery, or the host's within a side effect.
import { callHost } from './bridge.js'
import { currentRun } from './current-run.js'

/** Whole milliseconds since the epoch. */
export const virtualNow = (): number => {
  const run = currentRun()
  return run.usesHost ? Number(callHost('now')) : run.nowMs
}
