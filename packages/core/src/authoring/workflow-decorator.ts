// @Workflow(name): marks a class as a workflow. It records the name and nothing else.
import { validateId } from '../base/id.js'
import { readClassTarget } from './decorator-convention.js'
import type { WorkflowClass } from './workflow-class.js'
import { registerWorkflow } from './workflow-registry.js'
import { workflowTypeKey } from './workflow-type.js'

/** A decorator of classes that can be constructed without arguments. */
export interface WorkflowDecorator {
  <Class extends WorkflowClass>(workflow: Class, context: ClassDecoratorContext<Class>): void
  <Class extends WorkflowClass>(workflow: Class): void
}

/**
 * Marks a class as a workflow.
 *
 * @example
 * @Workflow('onboarding')
 * class Onboarding {
 *   @Run() async run(userId: number) { … }
 * }
 *
 * @param name the workflow type, as it is recorded: it must stay the same when the class is renamed or minified
 * @throws InvalidOptionError when the name is missing or isn't an id
 */
export const Workflow = (name: string): WorkflowDecorator => {
  const type = validateId("the name in @Workflow('…')", name)
  return (...target: readonly unknown[]): void => {
    const workflow = readClassTarget<WorkflowClass>(`@Workflow('${type}')`, target)
    Object.defineProperty(workflow, workflowTypeKey, { value: type })
    registerWorkflow(workflow)
  }
}
