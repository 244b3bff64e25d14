// A workflow of the bundle, with an instance of its class.
import type { WorkflowDefinition } from '../authoring/workflow-definition.js'
import { registeredTypes, registeredWorkflow } from '../authoring/workflow-registry.js'
import { WorkflowNotInBundleError } from './workflow-not-in-bundle-error.js'

/** An instance of the author's class. Methods are looked up when they are called, as the author's own calls would. */
export class LiveWorkflow {
  readonly #definition: WorkflowDefinition
  readonly #instance: object

  /** Calls the author's constructor. */
  constructor(definition: WorkflowDefinition) {
    this.#definition = definition
    this.#instance = new definition.workflowClass()
  }

  get queryNames(): readonly string[] {
    return [...this.#definition.queries.keys()]
  }

  run(args: readonly unknown[]): unknown {
    return this.#call(this.#definition.run, args)
  }

  hasQuery(name: string): boolean {
    return this.#definition.queries.has(name)
  }

  query(name: string, args: readonly unknown[]): unknown {
    return this.#call(this.#definition.queries.get(name) ?? '', args)
  }

  hasSignal(name: string): boolean {
    return this.#definition.signals.has(name)
  }

  signal(name: string, args: readonly unknown[]): unknown {
    return this.#call(this.#definition.signals.get(name) ?? '', args)
  }

  get updateNames(): readonly string[] {
    return [...this.#definition.updates.keys()]
  }

  hasUpdate(name: string): boolean {
    return this.#definition.updates.has(name)
  }

  validate(name: string, args: readonly unknown[]): unknown {
    const validate = this.#definition.updates.get(name)?.validate
    return validate === undefined ? undefined : Reflect.apply(validate, this.#instance, args)
  }

  update(name: string, args: readonly unknown[]): unknown {
    return this.#call(this.#definition.updates.get(name)?.key ?? '', args)
  }

  #call(key: string, args: readonly unknown[]): unknown {
    return Reflect.apply(Reflect.get(this.#instance, key) as (...args: unknown[]) => unknown, this.#instance, args)
  }
}

/** @throws WorkflowNotInBundleError, DuplicateWorkflowError, NotAWorkflowError */
export const findWorkflow = (workflowType: string): WorkflowDefinition => {
  const definition = registeredWorkflow(workflowType)
  if (definition === undefined) throw new WorkflowNotInBundleError(workflowType, registeredTypes())
  return definition
}
