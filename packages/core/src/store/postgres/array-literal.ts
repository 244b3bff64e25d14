// Postgres array literals, made by hand: pg's own serialiser took longer than the statement that used its result.

/** Of texts that need no quotes: UUIDs, numbers, words. */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string => {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ','
    text += values[i] ?? 'NULL'
  }
  return `${text}}`
}

const special = /["\\]/
const everySpecial = /["\\]/g

/** Of any texts. */
export const textArray = (values: readonly (string | null | undefined)[]): string => {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (i > 0) text += ','
    if (value === null || value === undefined) text += 'NULL'
    else text += `"${special.test(value) ? value.replace(everySpecial, '\\$&') : value}"`
  }
  return `${text}}`
}
