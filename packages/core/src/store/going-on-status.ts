// The status of a run that a commit neither blocks nor closes.
import type { RunStatus } from './run-record.js'
import type { CommitEntry } from './worker-session.js'

/** A run without an event is held before its start. */
export const goingOnStatus = ({ paused, seq }: Pick<CommitEntry, 'paused' | 'seq'>): RunStatus =>
  paused === true ? 'paused' : seq === 0 ? 'pending' : 'running'
