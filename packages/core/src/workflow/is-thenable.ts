// Whether a value is a promise, or something that code would await like one.

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  typeof Reflect.get(value, 'then') === 'function'
