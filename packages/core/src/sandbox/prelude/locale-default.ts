// What a workflow sees where it names no locale or time zone: en-US and UTC, whatever the process is set to.

const fallback = 'en-US'

/**
 * The locales to ask for. The default stands last also behind named ones: a locale that the engine doesn't know would
 * otherwise fall back to the process's.
 */
export const localesOrDefault = (locales: unknown): unknown => {
  if (locales === undefined) return fallback
  if (typeof locales === 'string' || locales instanceof Intl.Locale) return [locales, fallback]
  return typeof locales === 'object' && locales !== null
    ? [...Array.from(locales as ArrayLike<unknown>), fallback]
    : locales
}

/** Date formatting options with a time zone. */
export const withUtc = (options: unknown): unknown => {
  if (options === undefined) return { timeZone: 'UTC' }
  if (options === null || Reflect.get(Object(options) as object, 'timeZone') !== undefined) return options
  return Object.create(Object(options) as object, { timeZone: { value: 'UTC' } })
}
