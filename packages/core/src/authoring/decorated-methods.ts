// What method decorators recorded about a class, and how it is read back, inherited methods included. Under a key that
// all copies of the package share, because a class may have been decorated by another copy.
import type { MethodTarget } from './decorator-convention.js'

export type MethodRole = 'run' | 'query' | 'signal' | 'update' | 'activity'

/** Called with a workflow as `this`. */
export type Validator = (this: never, ...args: never[]) => unknown

export interface DecoratedMethod {
  readonly role: MethodRole
  /** The method's key on the class. */
  readonly key: string
  /** The name that callers use. */
  readonly name: string
  /** Of an update. */
  readonly validate?: Validator
}

type Store = { [methodsKey]?: DecoratedMethod[] }
type Constructor = abstract new (...args: never[]) => object

const methodsKey = Symbol.for('foliot.methods')

// Node has it since 24. Without it, TypeScript hands no metadata to decorators. Where Symbol is frozen it stays missing;
// esbuild falls back to the same registered symbol by itself.
const metadataKey: symbol = (Symbol as { metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata')
Reflect.defineProperty(Symbol, 'metadata', { value: metadataKey })

export const recordMethod = (
  { store, key }: MethodTarget,
  role: MethodRole,
  name = key,
  validate?: Validator,
): void => {
  const target = store as Store
  if (!Object.hasOwn(store, methodsKey)) Object.defineProperty(store, methodsKey, { value: [] })
  target[methodsKey]?.push({ role, key, name, ...(validate !== undefined && { validate }) })
}

const recordedOn = (store: unknown): readonly DecoratedMethod[] =>
  (typeof store === 'object' || typeof store === 'function') && store !== null && Object.hasOwn(store, methodsKey)
    ? ((store as Store)[methodsKey] ?? [])
    : []

const ownMethods = (constructor: Constructor): readonly DecoratedMethod[] => {
  const prototype = constructor.prototype as object
  const functions = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }): unknown => value)
  const metadata: unknown = Object.hasOwn(constructor, metadataKey) ? Reflect.get(constructor, metadataKey) : undefined
  // A class without metadata shows the constructor among its functions, but nothing is recorded there.
  return [metadata, prototype, ...functions].flatMap(recordedOn)
}

/**
 * The decorated methods of a class and those it inherits, each key once: an override keeps the role of what it
 * overrides, unless it is decorated anew.
 */
export const decoratedMethods = (constructor: Constructor): readonly DecoratedMethod[] => {
  const chain: Constructor[] = []
  for (let at: unknown = constructor; typeof at === 'function' && at.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(at as Constructor)
  }
  const byKey = new Map<string, DecoratedMethod>()
  for (const level of chain) for (const method of ownMethods(level)) byKey.set(method.key, method)
  return [...byKey.values()]
}
