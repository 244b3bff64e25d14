// What somebody asked of a run from outside, kept for people.
import type { OutgoingMessage } from './message.js'

export type OperationAction = 'cancel' | 'terminate' | 'pause' | 'resume' | 'reschedule-timer' | 'reset' | 'retry'

export interface Operation {
  readonly action: OperationAction
  readonly reason?: string
  /** Who. */
  readonly by?: string
}

/** A message of an operator, which leaves a record of itself when it is accepted. */
export interface OperatorMessage extends OutgoingMessage {
  readonly operation: Operation
}

export interface OperationRecord extends Operation {
  readonly acceptedAt: number
  /** JSON text of what the message carried. */
  readonly details: string
}
