// What the decorators say about a workflow class, checked.
import { decoratedMethods, type DecoratedMethod, type MethodRole } from './decorated-methods.js'
import { NotAWorkflowError } from './not-a-workflow-error.js'
import type { WorkflowClass } from './workflow-class.js'
import { workflowType } from './workflow-type.js'

export interface WorkflowDefinition {
  readonly type: string
  readonly workflowClass: WorkflowClass
  /** The key of the @Run method. */
  readonly run: string
  /** Method keys by query name. */
  readonly queries: ReadonlyMap<string, string>
  /** Method keys by signal name. */
  readonly signals: ReadonlyMap<string, string>
}

/** @throws NotAWorkflowError without @Workflow, without @Run, with two @Run, or with two queries or two signals of one name */
export const workflowDefinition = (workflow: unknown): WorkflowDefinition => {
  if (typeof workflow !== 'function') throw new NotAWorkflowError('Expected a class decorated with @Workflow.')
  const className = workflow.name === '' ? 'A class without a name' : `Class ${workflow.name}`
  const type = workflowType(workflow)
  if (type === undefined) {
    throw new NotAWorkflowError(`${className} is not a workflow. Decorate it with @Workflow('name').`)
  }
  const methods = decoratedMethods(workflow as unknown as WorkflowClass)
  const [run, ...more] = methods.filter(({ role }) => role === 'run')
  if (run === undefined) {
    throw new NotAWorkflowError(`${className} has no method to run. Decorate one with @Run().`)
  }
  if (more.length > 0) {
    const keys = [run, ...more].map(({ key }) => key).join(', ')
    throw new NotAWorkflowError(`${className} has more than one @Run method: ${keys}. Keep it on one.`)
  }
  return {
    type,
    workflowClass: workflow as unknown as WorkflowClass,
    run: run.key,
    queries: keysByName(className, methods, 'query', 'queries'),
    signals: keysByName(className, methods, 'signal', 'signals'),
  }
}

const keysByName = (
  className: string,
  methods: readonly DecoratedMethod[],
  role: MethodRole,
  plural: string,
): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const { key, name } of methods.filter((method) => method.role === role)) {
    const other = keys.get(name)
    if (other !== undefined) {
      throw new NotAWorkflowError(`${className} has two ${plural} named '${name}': ${other} and ${key}. Rename one.`)
    }
    keys.set(name, key)
  }
  return keys
}
