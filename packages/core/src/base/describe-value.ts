// A short description of any value for error messages; never throws, never calls the value's code.

const limit = 80

const clip = (text: string, length = text.length): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${length} characters)`

export const describeValue = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return clip(JSON.stringify(value), value.length)
    case 'bigint':
      return clip(`${value}n`)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'symbol':
      return 'a symbol'
    case 'function':
      return 'a function'
    default:
      return value === null ? 'null' : Array.isArray(value) ? `an array of ${value.length}` : 'an object'
  }
}
