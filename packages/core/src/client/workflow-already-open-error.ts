// Thrown by `client.start` when an open run holds the workflow id. That run goes on.
import { describeValue } from '../base/describe-value.js'
import { FoliotError } from '../base/foliot-error.js'
import type { RunStart, StartOutcome } from '../store/run-start.js'

type Conflict = Extract<StartOutcome, { type: 'conflict' }>

export class WorkflowAlreadyOpenError extends FoliotError {
  static override readonly code = 'FOLIOT_WORKFLOW_ALREADY_OPEN'
  readonly workflowId: string
  /** The open run and its type. */
  readonly runId: string
  readonly workflowType: string
  /** What the open run has another of than was asked for. */
  readonly differs: 'nothing' | 'type' | 'args'

  constructor(start: Pick<RunStart, 'workflowId' | 'workflowType' | 'conflict'>, conflict: Conflict) {
    super(messageFor(start, conflict))
    this.workflowId = start.workflowId
    this.runId = conflict.runId
    this.workflowType = conflict.workflowType
    this.differs = conflict.differs
  }
}

const messageFor = (start: Pick<RunStart, 'workflowId' | 'workflowType' | 'conflict'>, conflict: Conflict): string => {
  const type = describeValue(conflict.workflowType)
  const holds = `The workflow id ${describeValue(start.workflowId)} is held by run ${conflict.runId} of ${type}, which is open`
  if (start.conflict === 'use-existing') {
    const reason =
      conflict.differs === 'type'
        ? `was asked to be used as ${describeValue(start.workflowType)}`
        : 'was started with other arguments'
    return (
      `${holds} and ${reason}, so conflict: 'use-existing' can't hand it out. It is untouched. ` +
      "Use another workflow id, call client.run({ workflowId }) if that run is what you want, or start with conflict: 'terminate-existing' to replace it."
    )
  }
  if (start.conflict === 'terminate-existing') {
    return (
      `${holds}. It was told to terminate and still is open, so nothing was started. ` +
      'Only a worker can end it: see whether one serves its task queue, and start again once it is closed.'
    )
  }
  return (
    `${holds}. It is untouched, and nothing was started. ` +
    "Use another workflow id, or start with conflict: 'use-existing' to get the open run (same type and arguments), or with 'terminate-existing' to replace it."
  )
}
