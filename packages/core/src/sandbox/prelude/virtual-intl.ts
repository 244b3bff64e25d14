// Intl and the toLocale methods with a fixed default locale and time zone, and DateTimeFormat with the run's clock.
import { virtualNow } from './clock.js'
import { defineMembers, replaceConstructor, wrapMethods } from './define-members.js'
import { localesOrDefault, withUtc } from './locale-default.js'

interface IntlConstructor {
  new (...args: unknown[]): object
  (...args: unknown[]): unknown
  readonly prototype: object
  readonly supportedLocalesOf: unknown
}

const callable = new Set(['Collator', 'DateTimeFormat', 'NumberFormat'])

const virtualConstructor = (name: string, original: IntlConstructor): object => {
  const withDefaults = ([locales, options]: readonly unknown[]): unknown[] => [
    localesOrDefault(locales),
    name === 'DateTimeFormat' ? withUtc(options) : options,
  ]
  function VirtualIntl(this: unknown, ...args: unknown[]): unknown {
    if (new.target !== undefined)
      return Reflect.construct(original, withDefaults(args), new.target as unknown as NewableFunction)
    // Without `new` the others refuse.
    return callable.has(name) ? new original(...withDefaults(args)) : original(...args)
  }
  replaceConstructor(original.prototype, VirtualIntl, original)
  defineMembers(VirtualIntl, { supportedLocalesOf: original.supportedLocalesOf })
  return VirtualIntl
}

type Format = (date: unknown) => string

const useRunsClock = (prototype: Intl.DateTimeFormat): void => {
  const getFormat = Reflect.getOwnPropertyDescriptor(prototype, 'format')?.get
  if (getFormat === undefined) return
  const bound = new WeakMap<object, Format>()
  defineMembers(prototype, {
    get format(): Format {
      const original = Reflect.apply(getFormat, this, []) as Format
      const known = bound.get(original)
      if (known !== undefined) return known
      const format: Format = (date) => original(date === undefined ? virtualNow() : date)
      Object.defineProperty(format, 'name', { value: '' })
      bound.set(original, format)
      return format
    },
  })
  wrapMethods(
    prototype,
    ['formatToParts'],
    (original) =>
      (self, [date]) =>
        Reflect.apply(original, self, [date === undefined ? virtualNow() : date]),
  )
}

const defaultLocaleOf = (prototype: object, method: string, position: number): void => {
  wrapMethods(prototype, [method], (original) => (self, args) => {
    const full = [...args]
    full[position] = localesOrDefault(args[position])
    return Reflect.apply(original, self, full)
  })
}

export const installIntl = (): void => {
  useRunsClock(Intl.DateTimeFormat.prototype)
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Intl))) {
    if (typeof value !== 'function' || name === 'Locale' || value.prototype === undefined) continue
    defineMembers(Intl, { [name]: virtualConstructor(name, value as IntlConstructor) })
  }
  defaultLocaleOf(Number.prototype, 'toLocaleString', 0)
  defaultLocaleOf(BigInt.prototype, 'toLocaleString', 0)
  defaultLocaleOf(String.prototype, 'toLocaleLowerCase', 0)
  defaultLocaleOf(String.prototype, 'toLocaleUpperCase', 0)
  defaultLocaleOf(String.prototype, 'localeCompare', 1)
}
