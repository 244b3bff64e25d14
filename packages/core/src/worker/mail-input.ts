// Messages of the inbox: as inputs of the engine, and the one that a worker sends itself.
import { readSignalMessage, readUpdateMessage } from '../store/call-message.js'
import type { ActivityResultInput, ChildResultInput, Input } from '../engine/input.js'
import type { OperatorNote } from '../history/event-data.js'
import type { InboxMessage, MessageKind, OutgoingMessage } from '../store/message.js'

/** What an `activity-result` message carries, as JSON. */
export interface ActivityResultMessage {
  readonly activityId: string
  readonly attempt: number
  readonly outcome: ActivityResultInput['outcome']
}

/** What a `child-result` message carries, as JSON. */
export interface ChildResultMessage {
  readonly childId: string
  /** The run that the child began as. */
  readonly runId?: string
  readonly outcome: ChildResultInput['outcome']
}

/** What a `terminate` message carries, as JSON. */
export interface TerminateMessage {
  readonly reason: string
}

/** What a `cancel` message carries, as JSON. */
export interface CancelMessage {
  readonly reason?: string
}

/** What a `reschedule-timer` message carries, as JSON. */
export interface RescheduleMessage extends OperatorNote {
  readonly timerId: string
  readonly fireAt?: number
}

/** What a `reset-note` message carries, as JSON. */
export interface ResetNoteMessage extends OperatorNote {
  readonly fromRunId: string
}

/** An inbox message but for a reset, which is no input: the worker carries it out. */
export type MailOfRun = Omit<InboxMessage, 'kind'> & { readonly kind: Exclude<MessageKind, 'reset'> }

export const mailInput = (message: MailOfRun): Input => {
  const origin = { receivedAt: message.receivedAt, mail: message.mail }
  switch (message.kind) {
    case 'activity-result': {
      const data = JSON.parse(message.data) as ActivityResultMessage
      return { type: 'activity-result', ...origin, ...data }
    }
    case 'child-result':
      return { type: 'child-result', ...origin, ...(JSON.parse(message.data) as ChildResultMessage) }
    case 'terminate':
      return { type: 'terminate', ...origin, ...(JSON.parse(message.data) as TerminateMessage) }
    case 'update':
      return { type: 'update', ...origin, ...readUpdateMessage(message.data) }
    case 'cancel':
      return { type: 'cancel', ...origin, ...(JSON.parse(message.data) as CancelMessage) }
    case 'pause':
      return { type: 'pause', ...origin, ...(JSON.parse(message.data) as OperatorNote) }
    case 'resume':
      return { type: 'resume', ...origin, ...(JSON.parse(message.data) as OperatorNote) }
    case 'reschedule-timer':
      return { type: 'reschedule-timer', ...origin, ...(JSON.parse(message.data) as RescheduleMessage) }
    case 'reset-note':
      return { type: 'reset-note', ...origin, ...(JSON.parse(message.data) as ResetNoteMessage) }
    case 'signal': {
      return { type: 'signal', ...origin, ...readSignalMessage(message.data) }
    }
  }
}

/** The result of an activity as a message to its run, whose owner this worker no longer is. */
export const resultMessage = (
  runId: string,
  { activityId, attempt, outcome }: ActivityResultInput,
): OutgoingMessage => ({
  runId,
  kind: 'activity-result',
  key: `${activityId}/${attempt}`,
  data: JSON.stringify({ activityId, attempt, outcome } satisfies ActivityResultMessage),
})
