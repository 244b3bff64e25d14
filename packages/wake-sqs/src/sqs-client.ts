// How a queue is reached. Refers to no type of @aws-sdk/client-sqs, which need not be there: open-sqs.ts loads it.
import { InvalidOptionError } from '@foliot/core'

/** An `SQSClient` of `@aws-sdk/client-sqs`. */
export interface SqsClient {
  // The SDK's own type has an overload per command, which no narrower type fits.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  send(command: any, options?: any): Promise<any>
  destroy?(): void
}

export interface SqsConnection {
  /** The URL of a standard queue; a FIFO queue doesn't delay single messages. */
  readonly queueUrl: string
  /** Your own client; `region` and `endpoint` are then its. */
  readonly client?: SqsClient | undefined
  /** @default what the SDK finds: `AWS_REGION`, then the profile */
  readonly region?: string | undefined
  /** For a server that isn't Amazon's. */
  readonly endpoint?: string | undefined
}

export const connectionOptions = ['queueUrl', 'client', 'region', 'endpoint'] as const

/** @throws InvalidOptionError */
export const checkConnection = ({ queueUrl, client, region, endpoint }: SqsConnection): void => {
  if (typeof queueUrl !== 'string' || !URL.canParse(queueUrl)) {
    throw new InvalidOptionError('queueUrl', 'the URL of a queue', queueUrl)
  }
  if (queueUrl.endsWith('.fifo')) {
    const hint = 'A FIFO queue has one delay for all its messages.'
    throw new InvalidOptionError('queueUrl', 'the URL of a standard queue', queueUrl, hint)
  }
  if (client !== undefined && typeof (Object(client) as Partial<SqsClient>).send !== 'function') {
    throw new InvalidOptionError('client', 'an SQSClient of @aws-sdk/client-sqs', client)
  }
  for (const [option, value] of Object.entries({ region, endpoint })) {
    if (value === undefined) continue
    if (typeof value !== 'string') throw new InvalidOptionError(option, 'a string', value)
    if (client !== undefined) throw new InvalidOptionError(option, `no ${option} beside a client`, value)
  }
}
