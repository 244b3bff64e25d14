// The result of a run that closed: its value, or the error that tells how it ended instead.
import { decodeFailure } from '../codec/decode-failure.js'
import { decodePayloadText } from '../codec/decode-payload.js'
import type { Failure } from '../codec/failure.js'
import { WorkflowFailedError } from '../codec/workflow-failed-error.js'
import { closedRunStatuses, type RunRecord, type RunStatus } from '../store/run-record.js'
import { WorkflowCancelledError } from './workflow-cancelled-error.js'
import { WorkflowContinuedError } from './workflow-continued-error.js'
import { WorkflowTerminatedError } from './workflow-terminated-error.js'
import { WorkflowTimedOutError } from './workflow-timed-out-error.js'

export type ClosedRunStatus = (typeof closedRunStatuses)[number]

export const isClosed = (status: RunStatus): status is ClosedRunStatus =>
  (closedRunStatuses as readonly string[]).includes(status)

/**
 * @param run a closed run
 * @throws WorkflowFailedError, WorkflowTimedOutError, WorkflowTerminatedError, WorkflowCancelledError, WorkflowContinuedError
 */
export const resultOf = (run: RunRecord): unknown => {
  const failure = run.failure === undefined ? undefined : decodeFailure(JSON.parse(run.failure) as Failure)
  const options = failure && { cause: failure }
  switch (run.status as ClosedRunStatus) {
    case 'completed':
      return run.result === undefined ? undefined : decodePayloadText(run.result)
    case 'failed':
      throw new WorkflowFailedError({ ...run, cause: failure ?? new Error('The run has no recorded failure.') })
    case 'timed-out':
      throw new WorkflowTimedOutError(run, options)
    case 'terminated':
      throw new WorkflowTerminatedError(run, failure?.message, options)
    case 'cancelled':
      throw new WorkflowCancelledError(run, options)
    case 'continued-as-new':
      throw new WorkflowContinuedError(run)
  }
}
