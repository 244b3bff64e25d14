// Makes one table of everything that a user passes as `activities` to a worker.
import { describeValue } from '../base/describe-value.js'
import { validateId } from '../base/id.js'
import { isPlainObject } from '../codec/plain-data.js'
import { activitiesNamespace } from './activities-decorator.js'
import { decoratedMethods } from './decorated-methods.js'
import { DuplicateActivityError } from './duplicate-activity-error.js'
import { InvalidActivityError } from './invalid-activity-error.js'

export type ActivityFunction = (...args: readonly unknown[]) => unknown

export type ActivitySet = ReadonlyMap<string, ActivityFunction>

type NamedActivity = readonly [name: string, activity: ActivityFunction]

// Looked up at each call, so that a method replaced by a test's spy is the one that runs.
const callMethod = (owner: object, key: string): ActivityFunction => {
  return (...args) => (Reflect.get(owner, key) as ActivityFunction).apply(owner, [...args])
}

const ofInstance = (instance: object, namespace: string, path: string): readonly NamedActivity[] => {
  const methods = decoratedMethods(instance.constructor as abstract new () => object)
  const activities = methods.filter(({ role }) => role === 'activity')
  if (activities.length === 0) {
    throw new InvalidActivityError(
      `${path}: Class ${instance.constructor.name} has no activities. Decorate its methods with @Activity().`,
    )
  }
  return activities.map(({ key, name }) => [`${namespace}.${name}`, callMethod(instance, key)])
}

const ofFunctions = (functions: object, path: string): readonly NamedActivity[] => {
  const isModule = Object.prototype.toString.call(functions) === '[object Module]'
  const activities: NamedActivity[] = []
  for (const key of Object.keys(functions)) {
    const activity: unknown = Reflect.get(functions, key)
    if (activitiesNamespace(activity) !== undefined) {
      throw new InvalidActivityError(`${path}.${key} is a class of activities. Pass an instance of it: new ${key}(…).`)
    }
    if (typeof activity === 'function') activities.push([key, callMethod(functions, key)])
    // A module may well export its constants beside its activities.
    else if (!isModule) {
      throw new InvalidActivityError(`${path}.${key}: Expected a function, got ${describeValue(activity)}.`)
    }
  }
  return activities
}

const activitiesOf = (source: unknown, path: string): readonly NamedActivity[] => {
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) {
    const namespace = activitiesNamespace(source.constructor)
    if (namespace !== undefined) return ofInstance(source, namespace, path)
    if (isPlainObject(source)) return ofFunctions(source, path)
    throw new InvalidActivityError(
      `${path} is an instance of ${source.constructor.name}, a class without activities. Decorate the class with ` +
        "@Activities('namespace'), and its methods with @Activity().",
    )
  }
  const hint =
    typeof source !== 'function'
      ? ''
      : activitiesNamespace(source) === undefined
        ? ` Pass functions by name: { ${source.name === '' ? 'name' : source.name} }.`
        : ` Pass an instance of the class: new ${source.name}(…).`
  throw new InvalidActivityError(
    `${path}: Expected an instance of an @Activities class or an object of functions, got ${describeValue(source)}.${hint}`,
  )
}

/**
 * The activities by name: `namespace.method` of `@Activities` classes, the key of functions in plain objects.
 *
 * @param activities one instance or object of functions, or an array of such
 * @throws InvalidActivityError, DuplicateActivityError, InvalidOptionError for a name that isn't an id
 */
export const activitySet = (activities: unknown): ActivitySet => {
  const named = Array.isArray(activities)
    ? activities.flatMap((source: unknown, i) => activitiesOf(source, `activities[${i}]`))
    : activitiesOf(activities, 'activities')
  const set = new Map<string, ActivityFunction>()
  for (const [name, activity] of named) {
    validateId(`the name of activity ${describeValue(name)}`, name)
    if (set.has(name)) throw new DuplicateActivityError(name)
    set.set(name, activity)
  }
  return set
}
