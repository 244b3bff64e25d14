// Thrown by `client.start` when no registered bundle has the workflow.
import { closestName } from '../base/closest-name.js'
import { describeValue } from '../base/describe-value.js'
import { FoliotError } from '../base/foliot-error.js'

const mostNames = 20

export class UnknownWorkflowError extends FoliotError {
  static override readonly code = 'FOLIOT_UNKNOWN_WORKFLOW'
  readonly workflowType: string
  /** The workflow types that can be started. */
  readonly known: readonly string[]

  constructor(workflowType: string, known: readonly string[]) {
    super(
      `No bundle in this database has a workflow named ${describeValue(workflowType)}. ${knownNames(workflowType, known)}` +
        'A worker registers its bundle when it starts, so start a worker with it first, or call client.bundles.register(bundle); ' +
        'if the workflow is new, its deploy is missing. Also check that this client uses the database and schema of the worker.',
    )
    this.workflowType = workflowType
    this.known = known
  }
}

const knownNames = (workflowType: string, known: readonly string[]): string => {
  if (known.length === 0) return 'No bundle is registered yet. '
  const closest = closestName(workflowType, known)
  const more = known.length > mostNames ? ` and ${known.length - mostNames} more` : ''
  const names = known.slice(0, mostNames).map((name) => describeValue(name))
  return `${closest === undefined ? '' : `Did you mean ${describeValue(closest)}? `}Known are ${names.join(', ')}${more}. `
}
