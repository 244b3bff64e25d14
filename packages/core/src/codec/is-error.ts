// Recognises errors of any realm, DOMExceptions such as AbortError among them.
import { brandOf } from './plain-data.js'

export const isError = (value: unknown): value is Error => {
  if (typeof value !== 'object' || value === null) return false
  try {
    if (value instanceof Error) return true
    const brand = brandOf(value)
    return brand === 'Error' || brand === 'DOMException'
  } catch {
    return false
  }
}
