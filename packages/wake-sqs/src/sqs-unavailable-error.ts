// Thrown when the AWS SDK, an optional peer, is needed and can't be loaded.
import { FoliotError } from '@foliot/core'

export class SqsUnavailableError extends FoliotError {
  static override readonly code = 'FOLIOT_SQS_UNAVAILABLE'

  constructor(cause: unknown) {
    super(
      '@foliot/wake-sqs: Expected the package @aws-sdk/client-sqs, which can’t be loaded. It is an optional peer: ' +
        'npm install @aws-sdk/client-sqs.',
      { cause },
    )
  }
}
