// Thrown by `client.start` when the workflow id was used before and the reuse policy doesn't allow it again.
import { describeValue } from '../base/describe-value.js'
import { FoliotError } from '../base/foliot-error.js'
import type { RunStart, StartOutcome } from '../store/run-start.js'

export class WorkflowIdReuseRefusedError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_ID_REUSE_REFUSED'
  readonly workflowId: string
  /** The last run of the workflow id, and how it ended. */
  readonly runId: string
  readonly status: string

  constructor(
    start: Pick<RunStart, 'workflowId' | 'reuse'>,
    refused: Extract<StartOutcome, { type: 'reuse-refused' }>,
  ) {
    const { runId, status } = refused
    super(
      `The workflow id ${describeValue(start.workflowId)} was used before: its last run ${runId} is ${status}, and reuse: '${start.reuse}' ` +
        (start.reuse === 'reject'
          ? 'allows a workflow id only once. '
          : 'allows it again only after a run that did not succeed. ') +
        "Nothing was started. Use another workflow id, start with reuse: 'allow', or take the earlier run with client.run({ workflowId }).",
    )
    this.workflowId = start.workflowId
    this.runId = runId
    this.status = status
  }
}
