// Ends the code of a replay that can't go on. The run is blocked for the mismatch; nobody else sees this error.
import { FoliotError } from '../base/foliot-error.js'

export class ReplayDivergedError extends FoliotError {
  static override readonly code = 'FOLIOT_REPLAY_DIVERGED'

  constructor(sideEffectId: string) {
    super(
      `The side effect ${JSON.stringify(sideEffectId)} isn't in the history at this point. ` +
        'The code no longer takes the steps that were recorded.',
    )
  }
}
