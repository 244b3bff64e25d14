// The workflows that the modules loaded so far have declared. The runtime inside a bundle reads it; on a host nobody
// does, so the same workflow may be loaded there as often as a development server likes.
import { DuplicateWorkflowError } from './duplicate-workflow-error.js'
import type { WorkflowClass } from './workflow-class.js'
import { workflowDefinition, type WorkflowDefinition } from './workflow-definition.js'

let registered = new Set<WorkflowClass>()

/** Forgets what earlier runs registered: the runs of a realm share the runtime, and each loads the author's modules anew. */
export const beginRegistration = (): void => {
  registered = new Set()
}

export const registerWorkflow = (workflow: WorkflowClass): void => {
  registered.add(workflow)
}

/**
 * The workflows by type.
 *
 * @throws DuplicateWorkflowError, NotAWorkflowError
 */
export const registeredWorkflows = (): ReadonlyMap<string, WorkflowDefinition> => {
  const byType = new Map<string, WorkflowDefinition>()
  for (const workflow of registered) {
    const definition = workflowDefinition(workflow)
    const other = byType.get(definition.type)
    if (other !== undefined) {
      throw new DuplicateWorkflowError(definition.type, [other.workflowClass.name, workflow.name])
    }
    byType.set(definition.type, definition)
  }
  return byType
}
