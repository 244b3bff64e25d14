// Dates as text and from text, with UTC as the local time zone whatever the process's is.

const hostDate = Date
const { getTime } = Date.prototype

const pad = (value: number, width = 2): string => {
  const digits = String(Math.abs(value)).padStart(width, '0')
  return value < 0 ? `-${digits}` : digits
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dayText = (date: Date): string =>
  `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${pad(date.getUTCDate())} ${pad(date.getUTCFullYear(), 4)}`

const timeText = (date: Date): string =>
  `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())} GMT+0000 (Coordinated Universal Time)`

/** What toString, toDateString and toTimeString give. */
export const dateText = (date: unknown, part: 'both' | 'day' | 'time' = 'both'): string => {
  const time = Reflect.apply(getTime, date, []) as number
  if (Number.isNaN(time)) return 'Invalid Date'
  const valid = date as Date
  if (part === 'both') return `${dayText(valid)} ${timeText(valid)}`
  return part === 'day' ? dayText(valid) : timeText(valid)
}

const isoLocal = /^(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?[Tt]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/
const isoOther = /^(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?(?:[Tt].*)?$/
const zoneName = /\b(?:z|ut|utc|gmt|[ecmp][sd]t)\b|\d[z]$/i
const offsetAfterTime = /\d:\d\d.*[+-]\s*\d/

/** Date.parse, in which a text without an offset means UTC. */
export const parseDate = (text: string): number => {
  const time = hostDate.parse(text)
  if (Number.isNaN(time)) return time
  const trimmed = text.trim()
  if (isoLocal.test(trimmed)) return hostDate.parse(`${trimmed}Z`)
  if (isoOther.test(trimmed)) return time
  // The engine's own grammar, for what isn't ISO. Text in parentheses is a comment.
  const plain = trimmed.replace(/\([^)]*\)?/g, ' ')
  if (zoneName.test(plain) || offsetAfterTime.test(plain)) return time
  return hostDate.parse(`${plain} UTC`)
}
