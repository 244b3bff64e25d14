// Puts properties on intrinsics the way the language's own are: not enumerable.

type Members = Readonly<Record<PropertyKey, unknown>>
type Method = (this: unknown, ...args: unknown[]) => unknown

/** Copies the members of an object literal, accessors included. */
export const defineMembers = (target: object, members: object): void => {
  for (const key of Reflect.ownKeys(members)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(members, key)
    if (descriptor !== undefined) Object.defineProperty(target, key, { ...descriptor, enumerable: false })
  }
}

/** Replaces methods by wrappers with the name and length of the original. */
export const wrapMethods = (
  target: object,
  names: readonly string[],
  wrap: (original: Method) => (self: unknown, args: unknown[]) => unknown,
): void => {
  for (const name of names) {
    const original = (target as Members)[name]
    if (typeof original !== 'function') continue
    const wrapped = wrap(original as Method)
    const members = {
      [name](this: unknown, ...args: unknown[]): unknown {
        return wrapped(this, args)
      },
    }
    Object.defineProperty(members[name], 'length', { value: original.length, configurable: true })
    defineMembers(target, members)
  }
}

/** Puts a constructor in the place of another one that made the instances of `prototype`. */
export const replaceConstructor = (prototype: object, constructor: object, original: object): void => {
  for (const key of ['name', 'length']) {
    const descriptor = Reflect.getOwnPropertyDescriptor(original, key)
    if (descriptor !== undefined) Object.defineProperty(constructor, key, descriptor)
  }
  Object.defineProperty(constructor, 'prototype', { value: prototype, writable: false })
  Object.defineProperty(prototype, 'constructor', { value: constructor, writable: true, configurable: true })
}
