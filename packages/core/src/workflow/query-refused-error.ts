// Thrown to the caller of a query that can't be answered as it was asked.
import { FoliotError } from '../base/foliot-error.js'

export class QueryRefusedError extends FoliotError {
  static override readonly code = 'FOLIOT_QUERY_REFUSED'
}
