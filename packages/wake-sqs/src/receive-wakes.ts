// Receives wake messages from an SQS queue by long polling, for a process that lives anyway. A Lambda function is called
// with them instead: wakes-of-sqs-event.ts.
import { InvalidOptionError, readWakeMessage, type WakeMessage } from '@foliot/core'
import { checkOptionNames } from '@foliot/core/internal'
import { openSqs, type OpenSqs } from './open-sqs.js'
import { checkConnection, connectionOptions, type SqsConnection } from './sqs-client.js'
import { pause } from './pause.js'

export interface ReceiveWakesOptions extends SqsConnection {
  /** Handles a message. When it rejects, the message stays in the queue and comes again after its visibility time-out. */
  readonly onMessage: (message: WakeMessage) => unknown
  /** Ends the loop; a message that is being handled is finished. */
  readonly signal: AbortSignal
  /**
   * How long one request waits for a message: 0 to 20 seconds.
   *
   * @default 20
   */
  readonly waitSeconds?: number
}

interface Arrived {
  readonly Body?: string
  readonly ReceiptHandle?: string
}

const longestPauseMs = 30_000

/**
 * Handles the queue's messages one after the other until the signal is aborted, then resolves. A message is deleted when
 * it was handled. Needs `sqs:ReceiveMessage` and `sqs:DeleteMessage`; set the queue's visibility time-out above the longest
 * drain.
 *
 * @example
 * await receiveWakes({ queueUrl, onMessage: (message) => wake.receive(message), signal })
 *
 * @throws InvalidOptionError, SqsUnavailableError
 */
export const receiveWakes = async (options: ReceiveWakesOptions): Promise<void> => {
  checkOptionNames('receiveWakes', options, [...connectionOptions, 'onMessage', 'signal', 'waitSeconds'])
  checkConnection(options)
  const { queueUrl, onMessage, signal, waitSeconds = 20 } = options
  if (typeof onMessage !== 'function') throw new InvalidOptionError('onMessage', 'a function', onMessage)
  if (!(signal instanceof AbortSignal)) throw new InvalidOptionError('signal', 'an AbortSignal', signal)
  if (!(waitSeconds >= 0 && waitSeconds <= 20)) throw new InvalidOptionError('waitSeconds', '0 to 20', waitSeconds)
  const sqs = await openSqs(options)
  for (let failures = 0; !signal.aborted;) {
    try {
      const request = { QueueUrl: queueUrl, MaxNumberOfMessages: 1, WaitTimeSeconds: Math.floor(waitSeconds) }
      const command = new sqs.sdk.ReceiveMessageCommand(request)
      const reply = (await sqs.client.send(command, { abortSignal: signal })) as {
        readonly Messages?: readonly Arrived[]
      }
      failures = 0
      for (const message of reply.Messages ?? []) await handle(sqs, queueUrl, message, onMessage)
    } catch (error) {
      if (signal.aborted) break
      warn(`The wake queue ${queueUrl} can’t be asked: ${String(error)}`)
      await pause(Math.min(longestPauseMs, 500 * 2 ** failures++), signal)
    }
  }
  if (options.client === undefined) sqs.client.destroy?.()
}

const handle = async (
  { sdk, client }: OpenSqs,
  queueUrl: string,
  { Body: body, ReceiptHandle: receipt }: Arrived,
  onMessage: ReceiveWakesOptions['onMessage'],
): Promise<void> => {
  try {
    await onMessage(readWakeMessage(body))
  } catch (error) {
    warn(`A message of the wake queue ${queueUrl} wasn’t handled, and comes again: ${String(error)}`)
    return
  }
  await client.send(new sdk.DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }))
}

const warn = (message: string): void =>
  process.emitWarning(message, { type: 'FoliotWarning', code: 'FOLIOT_WAKE_NOT_HANDLED' })
