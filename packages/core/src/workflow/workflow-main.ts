// Finds the workflow of a run among those that the bundle registered.
import { registeredWorkflows } from '../authoring/workflow-registry.js'
import { WorkflowNotInBundleError } from './workflow-not-in-bundle-error.js'

/**
 * Makes the instance and calls its @Run method.
 *
 * @throws WorkflowNotInBundleError, DuplicateWorkflowError, NotAWorkflowError before any of the author's code runs
 */
export const workflowMain = (workflowType: string): ((args: readonly unknown[]) => unknown) => {
  const workflows = registeredWorkflows()
  const definition = workflows.get(workflowType)
  if (definition === undefined) throw new WorkflowNotInBundleError(workflowType, [...workflows.keys()])
  const { workflowClass, run } = definition
  return (args) => {
    const instance = new workflowClass()
    const method = Reflect.get(instance, run) as (...args: readonly unknown[]) => unknown
    return Reflect.apply(method, instance, args)
  }
}
