// Points in time as authors write them, turned into milliseconds since the epoch. Lengths of time are duration.ts.
// Nothing here reads a clock.
import { InvalidOptionError } from './invalid-option-error.js'

/** What a Temporal.Instant and a Temporal.ZonedDateTime have in common. */
export interface ExactTime {
  readonly epochNanoseconds: bigint
}

/**
 * A point in time: a `Date`, an ISO 8601 string with an offset (`'2026-03-01T09:00:00+01:00'`, `'…Z'`), or a
 * `Temporal.Instant`. Precision is the millisecond; smaller remainders round up.
 */
export type Instant = Date | string | ExactTime

const maxEpochMs = 8.64e15
const expected = 'an instant: a Date, an ISO 8601 string with an offset, or a Temporal.Instant'
const iso =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/

const getTime = Date.prototype.getTime

/** The time value of a Date of any realm, NaN for an invalid one, `undefined` for anything else. */
export const dateValue = (value: unknown): number | undefined => {
  try {
    return getTime.call(value as Date)
  } catch {
    return undefined
  }
}

const fromText = (option: string, text: string): number => {
  const match = iso.exec(text)
  if (match === null) throw new InvalidOptionError(option, expected, text)
  const [
    ,
    year,
    month,
    dayOfMonth,
    hour,
    minute,
    second = '0',
    fraction = '',
    zulu,
    sign,
    offsetHour,
    offsetMinute = '0',
  ] = match
  if (zulu === undefined && sign === undefined) {
    throw new InvalidOptionError(
      option,
      expected,
      text,
      "Add the offset from UTC, such as 'Z' or '+01:00': without it the text names no instant.",
    )
  }
  const local = new Date(0)
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth))
  local.setUTCHours(Number(hour), Number(minute), Number(second))
  // A date that doesn't exist, such as February 30, comes back as another one.
  const exists =
    Number(month) === local.getUTCMonth() + 1 &&
    Number(dayOfMonth) === local.getUTCDate() &&
    Number(hour) === local.getUTCHours() &&
    Number(minute) === local.getUTCMinutes() &&
    Number(second) === local.getUTCSeconds() &&
    Number(offsetHour ?? 0) < 24 &&
    Number(offsetMinute) < 60
  if (!exists) throw new InvalidOptionError(option, 'a date and time that exist', text)
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1)
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0)
  return local.getTime() - offset + milliseconds
}

const fromNanoseconds = (nanoseconds: bigint): number => {
  const floor = nanoseconds / 1_000_000n
  return Number(floor * 1_000_000n < nanoseconds ? floor + 1n : floor)
}

/**
 * The milliseconds since the epoch of an instant.
 *
 * @param option names the option in errors
 * @throws InvalidOptionError for an invalid Date, a string without offset, and anything that isn't an instant
 */
export const toEpochMilliseconds = (option: string, at: unknown): number => {
  let ms: number | undefined
  if (typeof at === 'string') ms = fromText(option, at)
  else if (typeof at === 'object' && at !== null) {
    ms = dateValue(at)
    if (ms === undefined) {
      const nanoseconds: unknown = Reflect.get(at, 'epochNanoseconds')
      if (typeof nanoseconds === 'bigint') ms = fromNanoseconds(nanoseconds)
    } else if (Number.isNaN(ms)) throw new InvalidOptionError(option, 'a valid Date', at, 'The Date given is invalid.')
  }
  if (ms === undefined) {
    const hint = typeof at === 'number' ? 'For milliseconds since the epoch, pass new Date(milliseconds).' : undefined
    throw new InvalidOptionError(option, expected, at, hint)
  }
  if (Math.abs(ms) > maxEpochMs) throw new InvalidOptionError(option, 'an instant within the range of Date', at)
  return ms
}

/** An instant as histories and people read it: ISO 8601, UTC, with milliseconds. */
export const formatInstant = (epochMs: number): string => new Date(epochMs).toISOString()
