// Durations as authors write them, turned into whole milliseconds. Points in time are instant.ts.
import { InvalidOptionError } from './invalid-option-error.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day

/** Below the range of Date by enough that now + duration is always an instant. */
const maxDurationMs = 36_500_000 * day

const units = {
  ms: 1,
  millisecond: 1,
  milliseconds: 1,
  s: second,
  sec: second,
  second,
  seconds: second,
  m: minute,
  min: minute,
  minute,
  minutes: minute,
  h: hour,
  hour,
  hours: hour,
  d: day,
  day,
  days: day,
  w: week,
  week,
  weeks: week,
} as const

const fields = {
  weeks: week,
  days: day,
  hours: hour,
  minutes: minute,
  seconds: second,
  milliseconds: 1,
  microseconds: 1e-3,
  nanoseconds: 1e-6,
} as const

type Unit = keyof typeof units
type ShortUnit = 'ms' | 's' | 'm' | 'h' | 'd' | 'w'

export type DurationText =
  | `${number}${Unit}`
  | `${number} ${Unit}`
  | `${number}${ShortUnit} ${number}${ShortUnit}`
  | `${number} ${Unit} ${number} ${Unit}`

export type DurationFields = { readonly [Field in keyof typeof fields]?: number | undefined }

/**
 * A length of time: `'30 seconds'`, `'2h'`, `'1h 30m'`, a number of milliseconds, or `{ hours: 1, minutes: 30 }`.
 * Precision is the millisecond; smaller remainders round up, negative durations count as zero.
 */
export type Duration = number | DurationText | DurationFields

const expected = "a duration such as '30 seconds', '1h 30m', 1500 (milliseconds) or { hours: 2 }"
const calendarHint =
  'Months and years have no fixed length: compute the instant with a calendar and use a call that takes an instant, such as sleepUntil.'
const unitHint = 'Units are ms, s, m, h, d and w, or their names: milliseconds, seconds, minutes, hours, days, weeks.'

const isCalendarUnit = (unit: string): boolean => /^(mo|mos|months?|y|yrs?|years?)$/i.test(unit)

// Multiplying a fraction by its unit leaves noise in the last bits (1.1 h is 3960000.0000000005 ms), which must not
// become a millisecond.
const roundUp = (ms: number): number => {
  const nearest = Math.round(ms)
  return Math.abs(ms - nearest) <= ms * 2 ** -50 ? nearest : Math.ceil(ms)
}

const fromText = (option: string, text: string): number => {
  const part = /\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]+)\s*/iy
  const negative = /^\s*-/.exec(text)
  part.lastIndex = negative === null ? 0 : negative[0].length
  let total = 0
  do {
    const [, amount, unit] = part.exec(text) ?? []
    if (amount === undefined || unit === undefined) throw new InvalidOptionError(option, expected, text, unitHint)
    if (!Object.hasOwn(units, unit)) {
      throw new InvalidOptionError(option, expected, text, isCalendarUnit(unit) ? calendarHint : unitHint)
    }
    total += Number(amount) * units[unit as Unit]
  } while (part.lastIndex < text.length)
  return negative === null ? total : -total
}

const fromFields = (option: string, duration: object): number => {
  let total = 0
  let known = false
  for (const key of Object.keys(duration)) {
    if (Object.hasOwn(fields, key)) continue
    const hint = isCalendarUnit(key) ? calendarHint : `Fields are ${Object.keys(fields).join(', ')}.`
    throw new InvalidOptionError(`${option}.${key}`, 'no such field in a duration', Reflect.get(duration, key), hint)
  }
  // Read by name, so that a Temporal.Duration, whose fields are getters, works too.
  for (const key of ['years', 'months', ...Object.keys(fields)]) {
    const amount: unknown = Reflect.get(duration, key)
    if (amount === undefined) continue
    if (typeof amount !== 'number' || !Number.isFinite(amount)) {
      throw new InvalidOptionError(`${option}.${key}`, 'a finite number', amount)
    }
    known = true
    if (Object.hasOwn(fields, key)) total += amount * fields[key as keyof typeof fields]
    else if (amount !== 0)
      throw new InvalidOptionError(`${option}.${key}`, 'no such field in a duration', amount, calendarHint)
  }
  if (!known) throw new InvalidOptionError(option, expected, duration)
  return total
}

/**
 * The whole milliseconds of a duration: rounded up, negative ones as 0.
 *
 * @param option names the option in errors
 * @throws InvalidOptionError for NaN, Infinity, an unknown unit, months and years, or more than 36,500,000 days
 */
export const toMilliseconds = (option: string, duration: unknown): number => {
  let ms: number
  if (typeof duration === 'number') ms = duration
  else if (typeof duration === 'string') ms = fromText(option, duration)
  else if (typeof duration === 'object' && duration !== null) ms = fromFields(option, duration)
  else throw new InvalidOptionError(option, expected, duration)

  if (!Number.isFinite(ms)) throw new InvalidOptionError(option, expected, duration)
  if (ms > maxDurationMs) throw new InvalidOptionError(option, 'at most 36,500,000 days', duration)
  return ms > 0 ? roundUp(ms) : 0
}
