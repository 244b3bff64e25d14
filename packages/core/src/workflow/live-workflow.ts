// A workflow of the bundle, with an instance of its class.
import type { WorkflowDefinition } from '../authoring/workflow-definition.js'
import { registeredWorkflows } from '../authoring/workflow-registry.js'
import { WorkflowNotInBundleError } from './workflow-not-in-bundle-error.js'

type Method = (...args: readonly unknown[]) => unknown

export interface LiveWorkflow {
  readonly run: Method
  /** By query name. */
  readonly queries: ReadonlyMap<string, Method>
}

/** @throws WorkflowNotInBundleError, DuplicateWorkflowError, NotAWorkflowError */
export const findWorkflow = (workflowType: string): WorkflowDefinition => {
  const workflows = registeredWorkflows()
  const definition = workflows.get(workflowType)
  if (definition === undefined) throw new WorkflowNotInBundleError(workflowType, [...workflows.keys()])
  return definition
}

/** Calls the author's constructor. */
export const instantiate = ({ workflowClass, run, queries }: WorkflowDefinition): LiveWorkflow => {
  const instance = new workflowClass()
  const method =
    (key: string): Method =>
    (...args) =>
      Reflect.apply(Reflect.get(instance, key) as Method, instance, args)
  return { run: method(run), queries: new Map([...queries].map(([name, key]) => [name, method(key)])) }
}
