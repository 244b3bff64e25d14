// Any value as text for the log, within bounds. It calls no getter and no proxy's code beyond reading descriptors.

const maxDepth = 4
const maxMembers = 100
const maxText = 10_000

const quote = (text: string): string =>
  text.length > maxText ? `${JSON.stringify(text.slice(0, maxText))}…` : JSON.stringify(text)

const keyText = (key: PropertyKey): string => {
  if (typeof key === 'symbol') return `[${key.toString()}]`
  return /^[A-Za-z_$][\w$]*$/.test(String(key)) ? String(key) : JSON.stringify(String(key))
}

const primitiveText = (value: unknown): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return `${value}n`
  return Object.is(value, -0) ? '-0' : String(value)
}

const list = (texts: readonly string[], total: number): string =>
  [...texts, ...(total > texts.length ? [`… ${total - texts.length} more`] : [])].join(', ')

const membersText = (value: object, keys: readonly PropertyKey[], ancestors: readonly object[]): string => {
  const shown = keys.slice(0, maxMembers).map((key) => {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key)
    const member =
      descriptor !== undefined && 'value' in descriptor ? inspect(descriptor.value, ancestors) : '[accessor]'
    return `${keyText(key)}: ${member}`
  })
  return list(shown, keys.length)
}

const enumerableKeys = (value: object): PropertyKey[] =>
  Reflect.ownKeys(value).filter((key) => Reflect.getOwnPropertyDescriptor(value, key)?.enumerable === true)

const classPrefix = (value: object): string => {
  const prototype = Reflect.getPrototypeOf(value)
  if (prototype === null) return '[null prototype] '
  if (prototype === Object.prototype) return ''
  const constructor: unknown = Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  return typeof constructor === 'function' && constructor.name !== '' ? `${constructor.name} ` : ''
}

const braces = (prefix: string, inner: string): string => (inner === '' ? `${prefix}{}` : `${prefix}{ ${inner} }`)

const objectText = (value: object, ancestors: readonly object[]): string => {
  if (ancestors.includes(value)) return '[circular]'
  if (value instanceof Error) return String(value.stack ?? value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp) return String(value)
  const inner = [...ancestors, value]
  if (ancestors.length >= maxDepth) return Array.isArray(value) ? '[array]' : '[object]'
  if (Array.isArray(value)) {
    const shown = Array.from(value.slice(0, maxMembers), (member) => inspect(member, inner))
    return shown.length === 0 ? '[]' : `[ ${list(shown, value.length)} ]`
  }
  if (value instanceof Map) {
    const shown = [...value].slice(0, maxMembers)
    const texts = shown.map(([key, member]) => `${inspect(key, inner)} => ${inspect(member, inner)}`)
    return braces(`Map(${value.size}) `, list(texts, value.size))
  }
  if (value instanceof Set) {
    const texts = [...value].slice(0, maxMembers).map((member) => inspect(member, inner))
    return braces(`Set(${value.size}) `, list(texts, value.size))
  }
  return braces(classPrefix(value), membersText(value, enumerableKeys(value), inner))
}

const inspect = (value: unknown, ancestors: readonly object[]): string => {
  if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
  return typeof value === 'object' && value !== null ? objectText(value, ancestors) : primitiveText(value)
}

export const inspectValue = (value: unknown): string => {
  try {
    return inspect(value, [])
  } catch {
    return '[unreadable]'
  }
}
