// Sends wake messages through an SQS queue, which delays a message by up to 15 minutes.
import { InvalidOptionError, type WakeTransport } from '@foliot/core'
import { checkOptionNames } from '@foliot/core/internal'
import { openSqs, type OpenSqs } from './open-sqs.js'
import { checkConnection, connectionOptions, type SqsConnection } from './sqs-client.js'

/** What DelaySeconds takes. */
const maxDelayMs = 900_000
const granularityMs = 1_000

export type SqsTransportOptions = SqsConnection

/**
 * A wake transport over a standard SQS queue: hops of up to 900 s, in whole seconds. Needs `sqs:SendMessage`.
 *
 * @example
 * const transport = sqsTransport({ queueUrl: process.env.WAKE_QUEUE_URL! })
 *
 * @throws InvalidOptionError
 */
export const sqsTransport = (options: SqsTransportOptions): WakeTransport => {
  checkOptionNames('sqsTransport', options, connectionOptions)
  checkConnection(options)
  const { queueUrl } = options
  let opening: Promise<OpenSqs> | undefined
  return {
    maxDelayMs,
    granularityMs,
    send: async (message, delayMs) => {
      const delaySeconds = Math.ceil(delayMs / granularityMs)
      if (!(delaySeconds >= 0 && delaySeconds <= maxDelayMs / granularityMs)) {
        throw new InvalidOptionError('delayMs', `0 to ${maxDelayMs} ms`, delayMs)
      }
      opening ??= openSqs(options)
      const { sdk, client } = await opening
      await client.send(
        new sdk.SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify(message),
          DelaySeconds: delaySeconds,
        }),
      )
    },
  }
}
