// The virtual Date: its clock is the run's, its local time is UTC. It makes ordinary dates, and the one prototype that
// they have leads back to it, so that no constructor with the host's clock is left.
import { virtualNow } from './clock.js'
import { dateText, parseDate } from './date-text.js'
import { defineMembers, replaceConstructor, wrapMethods } from './define-members.js'
import { localesOrDefault, withUtc } from './locale-default.js'
import { toPrimitive } from './to-primitive.js'

type Method = (this: unknown, ...args: unknown[]) => unknown

const HostDate = Date
const { prototype } = HostDate
const { getTime } = prototype

const isDate = (value: unknown): boolean => {
  // Without it every `new Date(number)` would throw and catch an error, at 10 µs each.
  if (typeof value !== 'object') return false
  try {
    Reflect.apply(getTime, value, [])
    return true
  } catch {
    return false
  }
}

const timeOf = (args: readonly unknown[]): unknown => {
  if (args.length === 0) return virtualNow()
  if (args.length > 1) return Reflect.apply(HostDate.UTC as Method, HostDate, args)
  const [value] = args
  if (isDate(value)) return Reflect.apply(getTime, value, [])
  const primitive = toPrimitive(value)
  return typeof primitive === 'string' ? parseDate(primitive) : primitive
}

function VirtualDate(this: unknown, ...args: unknown[]): unknown {
  if (new.target === undefined) return dateText(new HostDate(virtualNow()))
  return Reflect.construct(HostDate, [timeOf(args)], new.target as unknown as NewableFunction)
}

const useUtcAsLocalTime = (methods: Readonly<Record<string, Method>>): void => {
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    for (const verb of ['get', 'set']) {
      const utc = methods[`${verb}UTC${part}`]
      if (utc === undefined) continue
      wrapMethods(prototype, [verb + part], () => (date, args) => Reflect.apply(utc, date, args))
    }
  }
  const { getUTCFullYear, setUTCFullYear } = prototype
  wrapMethods(prototype, ['getYear'], () => (date) => (Reflect.apply(getUTCFullYear, date, []) as number) - 1900)
  wrapMethods(prototype, ['setYear'], () => (date, [value]) => {
    const year = Math.trunc(Number(value))
    return Reflect.apply(setUTCFullYear, date, [year >= 0 && year <= 99 ? year + 1900 : year])
  })
  wrapMethods(
    prototype,
    ['getTimezoneOffset'],
    () => (date) => (Number.isNaN(Reflect.apply(getTime, date, [])) ? NaN : 0),
  )
}

const useUtcAsText = (): void => {
  wrapMethods(prototype, ['toString'], () => (date) => dateText(date))
  wrapMethods(prototype, ['toDateString'], () => (date) => dateText(date, 'day'))
  wrapMethods(prototype, ['toTimeString'], () => (date) => dateText(date, 'time'))
  wrapMethods(
    prototype,
    ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'],
    (original) =>
      (date, [locales, options]) =>
        Reflect.apply(original, date, [localesOrDefault(locales), withUtc(options)]),
  )
}

export const installDate = (global: object): void => {
  replaceConstructor(prototype, VirtualDate, HostDate)
  defineMembers(VirtualDate, {
    now: () => virtualNow(),
    parse: (text: unknown) => parseDate(String(text)),
    UTC: HostDate.UTC,
  })
  useUtcAsLocalTime(prototype as unknown as Readonly<Record<string, Method>>)
  useUtcAsText()
  defineMembers(global, { Date: VirtualDate })
}
