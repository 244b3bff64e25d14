// A bundle asks for a step that this version of Foliot doesn't know: the runtime inside it is a newer one.
import { FoliotError } from '../base/foliot-error.js'

export class UnknownCommandError extends FoliotError {
  static override readonly code = 'FOLIOT_UNKNOWN_COMMAND'

  constructor(type: string) {
    super(
      `The bundle asks for ${JSON.stringify(type)}, which this version of Foliot doesn't know. ` +
        'It was built with a newer version of @foliot/core: upgrade this worker.',
    )
  }
}
