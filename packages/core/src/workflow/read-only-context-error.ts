// Thrown where a query asks for a step, or for the run's own randomness. A query only looks.
import { FoliotError } from '../base/foliot-error.js'

export class ReadOnlyContextError extends FoliotError {
  static override readonly code = 'FOLIOT_READ_ONLY_CONTEXT'

  constructor(call: string) {
    super(
      `${call}() was called by a query, which may only look at the run: nothing it does is recorded. ` +
        'Answer from what the workflow has already stored in its fields.',
    )
  }
}
