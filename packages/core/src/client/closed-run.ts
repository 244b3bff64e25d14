// What the errors say of a run that closed without a result.

export interface ClosedRun {
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string
}
