// Tells plain objects and arrays, of any realm, from instances of classes.

/** True for `{}`, for objects without prototype, and for those of another realm, but not for instances of a class. */
export const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // Another realm's Object.prototype: the end of its chain, with the methods that no other such object has.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf')
}

/** The same for arrays. An Array.prototype is itself an array, the prototype of a subclass isn't. */
export const isPlainArray = (value: readonly unknown[]): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Array.prototype || Array.isArray(prototype)
}

/** The first symbol key that a copy would lose, or `undefined`. */
export const symbolKey = (value: object): symbol | undefined => {
  const symbols = Object.getOwnPropertySymbols(value)
  return symbols.length === 0
    ? undefined
    : symbols.find((key) => Object.prototype.propertyIsEnumerable.call(value, key))
}

/** What Object.prototype.toString calls it, such as `Date`; survives a change of realm. */
export const brandOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)
