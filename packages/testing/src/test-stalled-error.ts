// What a wait in a test rejects with when nothing can make progress any more.
import { FoliotError } from '@foliot/core'

export class TestStalledError extends FoliotError {
  static override readonly code = 'FOLIOT_TEST_STALLED'

  constructor(runs: readonly string[]) {
    super(
      'The test waits, and nothing can happen any more: no timer is set and no activity runs. ' +
        `Open runs: ${runs.length === 0 ? 'none' : runs.join('; ')}. ` +
        'Complete what they wait for, or look for a promise in the workflow that nothing resolves.',
    )
  }
}
