// The data of the events that inputs become, as JSON text. Payloads are copied as text, never parsed.
import { formatInstant } from '../base/instant.js'
import type { OperatorNote } from '../history/event-data.js'
import type { MessageEventType } from '../history/event-type.js'
import type { ActivityResultInput, ChildResultInput, MessageInput, StartInput } from './input.js'

const text = (value: string): string => JSON.stringify(value)

export const runStartedData = (
  input: StartInput,
  run: { readonly runId: string; readonly bundle: string; readonly flags: readonly number[] },
): string =>
  `{"runId":${text(run.runId)},"workflowId":${text(input.workflowId)},"workflowType":${text(input.workflowType)},` +
  `"taskQueue":${text(input.taskQueue)},"bundle":${text(run.bundle)},"flags":${JSON.stringify(run.flags)},` +
  `"args":${input.args}}`

export const activityResultEvent = (
  input: ActivityResultInput,
): {
  readonly type: 'ActivityCompleted' | 'ActivityFailed' | 'ActivityTimedOut' | 'ActivityCancelled'
  readonly data: string
} => {
  const { outcome } = input
  const head = `{"activityId":${text(input.activityId)},"attempt":${input.attempt}`
  switch (outcome.type) {
    case 'completed':
      return { type: 'ActivityCompleted', data: `${head},"result":${outcome.result}}` }
    case 'failed':
      return { type: 'ActivityFailed', data: `${head},"failure":${outcome.failure}}` }
    case 'cancelled':
      return { type: 'ActivityCancelled', data: `${head},"failure":${outcome.failure}}` }
    case 'timed-out':
      return {
        type: 'ActivityTimedOut',
        data: `${head},"timeout":${text(outcome.timeout)},"failure":${outcome.failure}}`,
      }
  }
}

export const childResultEvent = ({
  childId,
  outcome,
}: ChildResultInput): { readonly type: 'ChildCompleted' | 'ChildFailed'; readonly data: string } => {
  const head = `{"childId":${text(childId)}`
  return outcome.type === 'completed'
    ? { type: 'ChildCompleted', data: `${head},"result":${outcome.result}}` }
    : { type: 'ChildFailed', data: `${head},"outcome":"${outcome.type}","failure":${outcome.failure}}` }
}

/** @param delivery number of the first event of the messages that are delivered together */
export const messageEvent = (
  input: MessageInput,
  delivery: number,
): { readonly type: MessageEventType; readonly data: string } => {
  const head = `{"delivery":${delivery}`
  const tail = `,"receivedAt":"${formatInstant(input.receivedAt)}"}`
  switch (input.type) {
    case 'signal':
      return { type: 'SignalReceived', data: `${head},"name":${text(input.name)},"args":${input.args}${tail}` }
    case 'update': {
      const { updateId, name, args } = input
      const ids = `,"updateId":${text(updateId)},"name":${text(name)}`
      return { type: 'UpdateAccepted', data: `${head}${ids},"args":${args}${tail}` }
    }
    case 'cancel': {
      const reason = input.reason === undefined ? '' : `,"reason":${text(input.reason)}`
      return { type: 'CancelRequested', data: `${head}${reason}${tail}` }
    }
  }
}

/** Who paused or resumed a run, as the data of its event. */
export const operatorNote = ({ reason, by }: OperatorNote): string => JSON.stringify({ reason, by })

/** JSON text of the Failure of a run that was ended from outside. */
export const closingFailure = (type: 'timed-out' | 'terminated' | 'cancelled', detail: string | undefined): string => {
  switch (type) {
    case 'timed-out':
      return JSON.stringify({
        type: 'RunTimedOut',
        message: `The run didn't end within its ${detail} time-out.`,
        code: 'FOLIOT_RUN_TIMED_OUT',
      })
    case 'terminated':
      return JSON.stringify({
        type: 'RunTerminated',
        message: `The run was terminated: ${detail}`,
        code: 'FOLIOT_RUN_TERMINATED',
      })
    case 'cancelled':
      return JSON.stringify({
        type: 'CancelledFailure',
        message: `The run was cancelled before it began${detail === undefined ? '.' : `: ${detail}`}`,
        code: 'FOLIOT_CANCELLED',
      })
  }
}
