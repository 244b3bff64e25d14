// Thrown by `query` when no worker answered in time. The run itself is unaffected.
import { FoliotError } from '../base/foliot-error.js'

export class QueryTimeoutError extends FoliotError {
  static override readonly code = 'FOLIOT_QUERY_TIMEOUT'
  readonly timeoutMs: number

  constructor(query: string, runId: string, timeoutMs: number) {
    super(
      `The query ${JSON.stringify(query)} to run ${runId} got no answer within ${timeoutMs} ms. ` +
        "Queries are answered by workers of the run's task queue, once the run has begun: check that one is running, and " +
        'that the run isn’t held back by a delay, or wait longer with `timeout`.',
    )
    this.timeoutMs = timeoutMs
  }
}
