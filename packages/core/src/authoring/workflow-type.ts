// The mark that @Workflow leaves on a class: its workflow type. Shared by all copies of the package.

export const workflowTypeKey = Symbol.for('foliot.workflow')

/** The workflow type of a class, or `undefined`. A subclass of a workflow isn't one by itself. */
export const workflowType = (constructor: object): string | undefined => {
  const type: unknown = Object.hasOwn(constructor, workflowTypeKey)
    ? Reflect.get(constructor, workflowTypeKey)
    : undefined
  return typeof type === 'string' ? type : undefined
}
