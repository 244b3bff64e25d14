// What waits in a test reject with when a run is blocked. In production it would be tried again until a bundle fits.
import { type BlockedReason, FoliotError } from '@foliot/core'

export class RunBlockedError extends FoliotError {
  static override readonly code = 'FOLIOT_RUN_BLOCKED'
  readonly workflowId: string
  readonly reason: BlockedReason

  constructor(
    { workflowId, workflowType }: { readonly workflowId: string; readonly workflowType: string },
    reason: BlockedReason,
  ) {
    super(
      `Run ${JSON.stringify(workflowId)} of workflow ${JSON.stringify(workflowType)} is blocked (${reason.code}). ${reason.message}`,
    )
    this.workflowId = workflowId
    this.reason = reason
  }
}
