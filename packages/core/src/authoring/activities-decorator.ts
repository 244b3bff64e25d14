// @Activities(namespace): marks a class whose @Activity methods are activities.
import { validateId } from '../base/id.js'
import { readClassTarget } from './decorator-convention.js'

type Constructor = abstract new (...args: never[]) => object

export interface ActivitiesDecorator {
  <Class extends Constructor>(activities: Class, context: ClassDecoratorContext<Class>): void
  <Class extends Constructor>(activities: Class): void
}

const namespaceKey = Symbol.for('foliot.activities')

/**
 * Marks a class as a set of activities. An instance of it is given to the worker.
 *
 * @param namespace goes before each activity's name: `email` makes `email.sendWelcome`
 * @throws InvalidOptionError when the namespace is missing or isn't an id
 */
export const Activities = (namespace: string): ActivitiesDecorator => {
  validateId("the namespace in @Activities('…')", namespace)
  return (...target: readonly unknown[]): void => {
    const activities = readClassTarget<Constructor>(`@Activities('${namespace}')`, target)
    Object.defineProperty(activities, namespaceKey, { value: namespace })
  }
}

/** The namespace of a class, which a subclass inherits, or `undefined` for one that isn't decorated. */
export const activitiesNamespace = (constructor: unknown): string | undefined => {
  const namespace: unknown = typeof constructor === 'function' ? Reflect.get(constructor, namespaceKey) : undefined
  return typeof namespace === 'string' ? namespace : undefined
}
