// ToPrimitive of the language, without a hint.

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

export const toPrimitive = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const exotic: unknown = Reflect.get(value, Symbol.toPrimitive)
  const methods: unknown[] =
    exotic === undefined || exotic === null ? [Reflect.get(value, 'valueOf'), Reflect.get(value, 'toString')] : [exotic]
  for (const method of methods) {
    if (typeof method !== 'function') continue
    const primitive: unknown = Reflect.apply(method, value, method === exotic ? ['default'] : [])
    if (!isObject(primitive)) return primitive
  }
  throw new TypeError('Cannot convert object to primitive value')
}
