// Many texts as one: a list with separators, taken apart by string_to_table. Against an array literal it needs no escaping
// of the quotes that JSON is full of, which took longer than all else that this process did for a commit.

const separator = '\x1e'
const nullMarker = '\x1d'

/** The rows of a list that is given as a parameter such as `$3`. */
export const textListRows = (parameter: string): string => `string_to_table(${parameter}::text, E'\\x1e', E'\\x1d')`

/** Of JSON texts and ids: neither holds the control characters that separate. */
export const textList = (values: readonly (string | null | undefined)[]): string => {
  let text = ''
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? nullMarker
    if (value.includes(separator)) throw new RangeError('A text for the database holds a separator: it is no JSON.')
    text += i === 0 ? value : separator + value
  }
  return text
}
