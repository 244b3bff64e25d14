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
  /** By update name. */
  readonly updates: ReadonlyMap<string, DecoratedMethod>
}

/** @throws NotAWorkflowError without @Workflow, without @Run, with two @Run, or with two queries, signals or updates of one name */
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
    queries: keys(byName(className, methods, 'query', 'queries')),
    signals: keys(byName(className, methods, 'signal', 'signals')),
    updates: byName(className, methods, 'update', 'updates'),
  }
}

const byName = (
  className: string,
  methods: readonly DecoratedMethod[],
  role: MethodRole,
  plural: string,
): ReadonlyMap<string, DecoratedMethod> => {
  const found = new Map<string, DecoratedMethod>()
  for (const method of methods.filter((candidate) => candidate.role === role)) {
    const { key, name } = method
    const other = found.get(name)
    if (other !== undefined) {
      throw new NotAWorkflowError(
        `${className} has two ${plural} named '${name}': ${other.key} and ${key}. Rename one.`,
      )
    }
    found.set(name, method)
  }
  return found
}

const keys = (methods: ReadonlyMap<string, DecoratedMethod>): ReadonlyMap<string, string> =>
  new Map([...methods].map(([name, { key }]) => [name, key]))
