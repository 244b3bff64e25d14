// The fast path of encoding: most values are JSON already, and one look over them is all that they need.
import { PayloadTooLargeError } from './payload-too-large-error.js'
import { isPlainArray, isPlainObject, symbolKey } from './plain-data.js'
import { maxDepth, maxNodes, tagKey } from './payload-format.js'

interface Scan {
  nodes: number
}

const scan = (value: unknown, depth: number, state: Scan): boolean => {
  if (++state.nodes > maxNodes) return false
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value) && (value !== 0 || 1 / value > 0)
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (depth === maxDepth) return false
  if (Array.isArray(value)) {
    if (!isPlainArray(value)) return false
    if (value.length > maxNodes) state.nodes = value.length
    for (let i = 0; i < value.length; i++) if (!scan(value[i], depth + 1, state)) return false
    return true
  }
  if (!isPlainObject(value) || symbolKey(value) !== undefined) return false
  for (const key of Object.keys(value)) {
    if (key === tagKey || !scan((value as Record<string, unknown>)[key], depth + 1, state)) return false
  }
  return true
}

/**
 * True when JSON.stringify gives the encoded form as it is. False also when the value can't be encoded at all.
 *
 * @param path where the value stands, for errors
 * @throws PayloadTooLargeError for more parts than a payload can hold
 */
export const isPlainJson = (value: unknown, path: string): boolean => {
  const state = { nodes: 0 }
  try {
    if (scan(value, 0, state)) return true
  } catch {
    return false
  }
  if (state.nodes > maxNodes) throw new PayloadTooLargeError(path, 'it has too many parts')
  return false
}
