// A run that ends by going on as a new one: for lives without an end, whose history must not grow without one.
import type { WorkflowArgs } from '../authoring/workflow-class.js'
import { derivedRunId } from '../base/derived-run-id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { encodePayload } from '../codec/encode-payload.js'
import { rejectedByScope } from './cancel-scope.js'
import { steppingScope } from './run-scope.js'

/**
 * Ends this run and starts the next of its workflow id in the same commit, with these arguments and an empty history, on
 * the code that is current then. Signals that nobody has taken go along. Nothing after the call runs; an update that isn't
 * answered by then is not.
 *
 * @example
 * if (runInfo().continueAsNewSuggested) return continueAsNew<Subscription>([customer, month + 1])
 *
 * @typeParam Workflow the workflow, for the types of its arguments
 * @throws InvalidOptionError, UnencodableValueError, PayloadTooLargeError at the call, for the arguments
 * @throws CancelledFailure where it is awaited, in a run that is cancelled
 */
export const continueAsNew = <Workflow extends object = object>(
  args: WorkflowArgs<Workflow> | readonly [] = [],
): Promise<never> => {
  const scope = steppingScope('continueAsNew')
  if (!Array.isArray(args)) {
    throw new InvalidOptionError('args', 'an array of the arguments of the run method', args, 'Write [value].')
  }
  const encoded = encodePayload(args, 'args')
  const rejected = rejectedByScope(scope)
  if (rejected !== undefined) return rejected
  const carried = (scope.signals ?? []).map(
    ({ name, signal }) => `{"name":${JSON.stringify(name)},"args":${encodePayload(signal.args, name)}}`,
  )
  const signals = carried.length === 0 ? '' : `,"signals":[${carried.join(',')}]`
  const newRunId = derivedRunId(scope.identity.runId, 'continued', scope.nowMs)
  scope.close('ContinueAsNew', `{"newRunId":"${newRunId}","args":${encoded}${signals}}`)
  return new Promise(() => undefined)
}
