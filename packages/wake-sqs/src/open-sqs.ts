// Loads @aws-sdk/client-sqs, an optional peer, when it is needed first: a Lambda function that only reads events never
// needs it.
import type * as Sqs from '@aws-sdk/client-sqs'
import type { SqsClient, SqsConnection } from './sqs-client.js'
import { SqsUnavailableError } from './sqs-unavailable-error.js'

type Sdk = typeof Sqs

export interface OpenSqs {
  readonly sdk: Sdk
  readonly client: SqsClient
}

/** @throws SqsUnavailableError when the SDK isn't installed */
export const openSqs = async ({ client, region, endpoint }: SqsConnection): Promise<OpenSqs> => {
  let sdk: Sdk
  try {
    sdk = await import('@aws-sdk/client-sqs')
  } catch (error) {
    throw new SqsUnavailableError(error)
  }
  const settings = { ...(region !== undefined && { region }), ...(endpoint !== undefined && { endpoint }) }
  return { sdk, client: client ?? new sdk.SQSClient(settings) }
}
