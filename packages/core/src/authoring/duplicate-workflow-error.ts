// Thrown when two classes of one bundle bear the same workflow type.
import { FoliotError } from '../base/foliot-error.js'

export class DuplicateWorkflowError extends FoliotError {
  static override readonly code = 'FOLIOT_DUPLICATE_WORKFLOW'

  constructor(type: string, classNames: readonly string[]) {
    super(
      `The workflow type '${type}' stands on ${classNames.length} classes: ${classNames.join(', ')}. ` +
        'Each @Workflow needs a name of its own.',
    )
  }
}
