// Frozen prototypes forbid assigning an inherited property on an instance ("override mistake"). This lets instances have
// their own, as lockdown does for the language's prototypes.

export const permitOverrides = (prototype: object): void => {
  for (const key of Reflect.ownKeys(prototype)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, key)
    if (descriptor === undefined || !('value' in descriptor)) continue
    const { value, enumerable = false } = descriptor as { value: unknown; enumerable?: boolean }
    Object.defineProperty(prototype, key, {
      get: () => value,
      set(this: object, replacement: unknown) {
        if (this === prototype) throw new TypeError(`Cannot assign to read only property '${String(key)}' of object`)
        Object.defineProperty(this, key, { value: replacement, writable: true, enumerable: true, configurable: true })
      },
      enumerable,
      configurable: false,
    })
  }
}
