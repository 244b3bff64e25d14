// Thrown where a call that only a running workflow can answer is made anywhere else.
import { FoliotError } from '../base/foliot-error.js'

export class NotInWorkflowError extends FoliotError {
  static override readonly code = 'FOLIOT_NOT_IN_WORKFLOW'

  /** @param call the call as the author wrote it, such as `sleep` */
  constructor(call: string) {
    super(
      `${call}() works only in a workflow that a worker runs, and this call is outside of one. ` +
        'Call it from a method of a @Workflow class, not while modules load; start the workflow with client.start(), ' +
        'or in the test environment.',
    )
  }
}
