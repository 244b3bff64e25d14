// The end of a watched run, when its history doesn't tell it: a run that closed before its first turn has none.
import type { Failure } from '../codec/failure.js'
import type { RunRecord } from '../store/run-record.js'
import type { LifecycleEnding, LifecycleEvent } from './lifecycle-event.js'
import type { ClosedRunStatus } from './run-result.js'

const endings: Readonly<Record<ClosedRunStatus, true>> = {
  completed: true,
  failed: true,
  'timed-out': true,
  terminated: true,
  cancelled: true,
  'continued-as-new': true,
}

export const isEnding = (event: LifecycleEvent): event is LifecycleEnding => Object.hasOwn(endings, event.type)

/** @param run a closed run */
export const endingOf = (run: RunRecord): LifecycleEnding => {
  const at = new Date(run.closedAt ?? run.createdAt)
  const type = run.status as ClosedRunStatus
  const failure = run.failure === undefined ? undefined : (JSON.parse(run.failure) as Failure)
  switch (type) {
    case 'failed':
      return { type, at, failure: failure ?? { type: 'Error', message: 'The run has no recorded failure.' } }
    case 'terminated':
      return { type, at, ...(failure !== undefined && { reason: failure.message }) }
    default:
      return { type, at }
  }
}
