// A message from the inbox as an input of the engine.
import type { ActivityResultInput, Input } from '../engine/input.js'
import type { InboxMessage } from '../store/message.js'

/** What an `activity-result` message carries, as JSON. */
export interface ActivityResultMessage {
  readonly activityId: string
  readonly attempt: number
  readonly outcome: ActivityResultInput['outcome']
}

/** What a `terminate` message carries, as JSON. */
export interface TerminateMessage {
  readonly reason: string
}

export const mailInput = (message: InboxMessage): Input => {
  const origin = { receivedAt: message.receivedAt, mail: message.mail }
  switch (message.kind) {
    case 'activity-result': {
      const data = JSON.parse(message.data) as ActivityResultMessage
      return { type: 'activity-result', ...origin, ...data }
    }
    case 'terminate':
      return { type: 'terminate', ...origin, ...(JSON.parse(message.data) as TerminateMessage) }
  }
}
