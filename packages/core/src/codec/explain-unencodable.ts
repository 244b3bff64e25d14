// Says in words why a value can't be encoded, and what to pass instead.
import { brandOf } from './plain-data.js'

interface Explanation {
  /** As in "is a function". */
  readonly problem: string
  readonly hint: string
}

const className = (value: object): string | undefined => {
  const name: unknown = (Reflect.get(value, 'constructor') as { name?: unknown } | undefined)?.name
  return typeof name === 'string' && name !== '' && name !== 'Object' ? name : undefined
}

export const explainUnencodable = (value: unknown): Explanation => {
  if (typeof value === 'function')
    return { problem: 'is a function', hint: 'Pass data, and keep functions on the side that calls them.' }
  if (typeof value !== 'object' || value === null)
    return { problem: `is a ${typeof value}`, hint: 'Pass text instead.' }
  const brand = brandOf(value)
  const name = className(value)
  if (brand === 'Promise') return { problem: 'is a promise', hint: 'Await it first.' }
  if (ArrayBuffer.isView(value) || brand === 'ArrayBuffer') {
    return { problem: `is of type ${brand}`, hint: 'Pass a Uint8Array over the same bytes.' }
  }
  const problem = name === undefined ? 'is an object with a prototype of its own' : `is an instance of ${name}`
  if (Array.isArray(value)) return { problem, hint: 'Pass a plain array, such as [...value].' }
  if (brand === 'Map' || brand === 'Set')
    return { problem, hint: `Pass a plain ${brand}, such as new ${brand}(value).` }
  if (typeof Reflect.get(value, 'toJSON') === 'function') {
    return {
      problem,
      hint: 'Its toJSON is not called for you: pass value.toJSON(), or a plain object with its fields.',
    }
  }
  return { problem, hint: 'Pass a plain object with its fields, such as { ...value }.' }
}
