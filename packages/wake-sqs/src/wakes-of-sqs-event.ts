// Reads the event that Lambda makes of SQS messages.
import { InvalidOptionError, readWakeMessage, type WakeMessage } from '@foliot/core'

export interface SqsEventRecord {
  readonly messageId: string
  readonly body: string
}

/** The event of a Lambda function whose source is an SQS queue. */
export interface SqsEvent {
  readonly Records: readonly SqsEventRecord[]
}

/**
 * The wake messages of an event, to be received one after the other.
 *
 * @example
 * export const handler = async (event: SqsEvent) => {
 *   for (const message of wakesOfSqsEvent(event)) await wake.receive(message)
 * }
 *
 * @throws InvalidOptionError for an event of another kind, or a body that is no wake message
 */
export const wakesOfSqsEvent = (event: SqsEvent): readonly WakeMessage[] => {
  const { Records: records } = Object(event) as Partial<SqsEvent>
  if (!Array.isArray(records)) throw new InvalidOptionError('event', 'an SQS event, which has Records', event)
  return (records as readonly SqsEventRecord[]).map(({ body }) => readWakeMessage(body))
}
