// The bundle has no workflow of the run's type. It leaves the sandbox and blocks the run.
import { FoliotError } from '../base/foliot-error.js'

export class WorkflowNotInBundleError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_NOT_IN_BUNDLE'

  constructor(workflowType: string, known: readonly string[]) {
    const list = known.length === 0 ? 'no workflow' : known.map((type) => JSON.stringify(type)).join(', ')
    super(
      `The bundle has no workflow ${JSON.stringify(workflowType)}; it has ${list}. ` +
        "Check the name given to @Workflow and that its file is among the bundle's inputs.",
    )
  }
}
