// Thrown where the function of a side effect asks for a step. Replay doesn't run that function, so the step would be lost.
import { FoliotError } from '../base/foliot-error.js'

export class InsideSideEffectError extends FoliotError {
  static override readonly code = 'FOLIOT_INSIDE_SIDE_EFFECT'

  constructor(call: string) {
    super(
      `${call}() was called by the function of a side effect, which replay doesn't run. ` +
        'Let the function only compute a value, and make the call after sideEffect() has returned it.',
    )
  }
}
