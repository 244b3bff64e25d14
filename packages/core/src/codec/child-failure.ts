// What workflow code catches when a child didn't end with a result; `cause` is how it ended instead.
import { FoliotError } from '../base/foliot-error.js'

/** How a child ended without a result; `not-started`: its workflow id was taken, or no bundle has its workflow. */
export type ChildOutcome = 'failed' | 'cancelled' | 'terminated' | 'timed-out' | 'not-started'

export interface ChildFailureOptions {
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string
  readonly outcome: ChildOutcome
  readonly cause: Error
}

const words: Readonly<Record<ChildOutcome, string>> = {
  failed: 'failed',
  cancelled: 'was cancelled',
  terminated: 'was terminated',
  'timed-out': 'timed out',
  'not-started': 'could not be started',
}

export class ChildFailure extends FoliotError {
  static override readonly code = 'FOLIOT_CHILD_FAILED'
  readonly workflowType: string
  readonly workflowId: string
  readonly runId: string
  readonly outcome: ChildOutcome

  constructor({ workflowType, workflowId, runId, outcome, cause }: ChildFailureOptions) {
    super(`Child ${workflowType} (${workflowId}) ${words[outcome]}: ${cause.message.slice(0, 500)}`, { cause })
    this.workflowType = workflowType
    this.workflowId = workflowId
    this.runId = runId
    this.outcome = outcome
  }
}
