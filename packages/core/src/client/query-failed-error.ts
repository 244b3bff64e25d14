// Thrown by `query` when the run gave no answer: its handler threw, there is no such query, or the run is blocked. The
// cause says which. The run itself is unaffected.
import { FoliotError } from '../base/foliot-error.js'

export class QueryFailedError extends FoliotError {
  static override readonly code = 'FOLIOT_QUERY_FAILED'
  readonly query: string

  constructor(query: string, cause: Error) {
    super(`The query ${JSON.stringify(query)} failed: ${cause.message}`, { cause })
    this.query = query
  }
}
