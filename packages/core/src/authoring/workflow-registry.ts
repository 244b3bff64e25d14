// The workflows that the modules loaded so far have declared. The runtime inside a bundle reads it; on a host nobody
// does, so the same workflow may be loaded there as often as a development server likes.
import { DuplicateWorkflowError } from './duplicate-workflow-error.js'
import type { WorkflowClass } from './workflow-class.js'
import { workflowDefinition, type WorkflowDefinition } from './workflow-definition.js'
import { workflowType } from './workflow-type.js'

/** Declared by code that all runs of a realm share. */
const kept = new Map<WorkflowClass, WorkflowDefinition | undefined>()
let registered: WorkflowClass[] = []

export const registerWorkflow = (workflow: WorkflowClass): void => {
  registered.push(workflow)
}

/** What was registered up to now is found by all later runs: it is frozen, so that none can change it. */
export const keepRegistered = (): void => {
  for (const workflow of registered) kept.set(workflow, undefined)
  registered = []
}

/** Forgets what an earlier run registered: each loads the rest of the author's modules anew. */
export const beginRegistration = (): void => {
  if (registered.length > 0) registered = []
}

/** The types of all that are registered, in the order of their declarations. */
export const registeredTypes = (): readonly string[] =>
  [...kept.keys(), ...registered].flatMap((workflow) => workflowType(workflow) ?? [])

/**
 * The workflow of a type. The others aren't looked at: each new run asks, for one.
 *
 * @throws DuplicateWorkflowError, NotAWorkflowError
 */
export const registeredWorkflow = (type: string): WorkflowDefinition | undefined => {
  let found: WorkflowClass | undefined
  const look = (workflow: WorkflowClass): void => {
    if (workflow === found || workflowType(workflow) !== type) return
    if (found !== undefined) throw new DuplicateWorkflowError(type, [found.name, workflow.name])
    found = workflow
  }
  for (const workflow of kept.keys()) look(workflow)
  for (const workflow of registered) look(workflow)
  if (found === undefined) return undefined
  if (!kept.has(found)) return workflowDefinition(found)
  const known = kept.get(found) ?? workflowDefinition(found)
  kept.set(found, known)
  return known
}
