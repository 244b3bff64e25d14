// The entry point '@foliot/wake-sqs'.
export { receiveWakes, type ReceiveWakesOptions } from '../receive-wakes.js'
export type { SqsClient } from '../sqs-client.js'
export { SqsUnavailableError } from '../sqs-unavailable-error.js'
export { sqsTransport, type SqsTransportOptions } from '../sqs-transport.js'
export { wakesOfSqsEvent, type SqsEvent, type SqsEventRecord } from '../wakes-of-sqs-event.js'
