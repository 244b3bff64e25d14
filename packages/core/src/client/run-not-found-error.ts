// Thrown when the run that a handle names isn't there.
import { describeValue } from '../base/describe-value.js'
import { FoliotError } from '../base/foliot-error.js'
import type { RunReference } from '../store/run-record.js'

export class RunNotFoundError extends FoliotError {
  static override readonly code = 'FOLIOT_RUN_NOT_FOUND'
  readonly reference: RunReference

  constructor(reference: RunReference) {
    const what =
      'runId' in reference
        ? `run with the id ${describeValue(reference.runId)}`
        : `run of the workflow id ${describeValue(reference.workflowId)}`
    super(
      `There is no ${what} in this database. ` +
        'Check the id, whether this client is connected to the database and schema where the run was started, and whether the run was deleted since.',
    )
    this.reference = reference
  }
}
