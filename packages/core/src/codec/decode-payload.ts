// Recorded payloads back to values. encode-payload.ts makes them.
import { base64ToBytes } from './base64.js'
import type { Failure } from './failure.js'
import type { Payload } from './payload.js'
import { maxJsonDepth, tagKey } from './payload-format.js'
import { PayloadUnreadableError } from './payload-unreadable-error.js'
import { rebuildError } from './rebuild-error.js'

type PayloadObject = { readonly [key: string]: Payload }

const numbers: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity, '-0': -0 }

const isList = (payload: Payload | undefined): payload is readonly Payload[] => Array.isArray(payload)

const decodeTagged = (tagged: PayloadObject, depth: number): unknown => {
  const { [tagKey]: type, value } = tagged
  switch (typeof type === 'string' ? type : '') {
    case 'undefined':
      return undefined
    case 'number':
      if (typeof value === 'string' && Object.hasOwn(numbers, value)) return numbers[value]
      break
    case 'bigint':
      if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value)
      break
    case 'Date':
      if (value === null) return new Date(NaN)
      if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value)
      break
    case 'Map':
      if (isList(value) && value.every((entry) => isList(entry) && entry.length === 2)) {
        return new Map(decodeList(value, depth) as readonly (readonly [unknown, unknown])[])
      }
      break
    case 'Set':
      if (isList(value)) return new Set(decodeList(value, depth))
      break
    case 'Uint8Array': {
      const bytes = typeof value === 'string' ? base64ToBytes(value) : undefined
      if (bytes !== undefined) return bytes
      break
    }
    case 'URL':
      if (typeof value === 'string') return new URL(value)
      break
    case 'RegExp':
      if (typeof tagged['source'] === 'string' && typeof tagged['flags'] === 'string') {
        return new RegExp(tagged['source'], tagged['flags'])
      }
      break
    case 'Error':
      if (typeof value === 'object' && value !== null && typeof Reflect.get(value, 'message') === 'string') {
        return rebuildError(value as unknown as Failure, (field) => decode(field, depth + 1))
      }
      break
    case 'Object':
      if (typeof value === 'object' && value !== null && !isList(value))
        return decodeFields(value as PayloadObject, depth)
      break
  }
  throw new PayloadUnreadableError(
    `A payload has a form that this version doesn't know: ${JSON.stringify(tagged).slice(0, 200)}. ` +
      'It was written by a newer version, or by hand.',
  )
}

const decodeList = (list: readonly Payload[], depth: number): readonly unknown[] => {
  let copy: unknown[] | undefined
  for (let i = 0; i < list.length; i++) {
    const value = decode(list[i] as Payload, depth + 1)
    if (value !== list[i]) (copy ??= [...list])[i] = value
  }
  return copy ?? list
}

const decodeFields = (fields: PayloadObject, depth: number): object => {
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(fields)) {
    const value = decode(fields[key] as Payload, depth + 1)
    // A spread makes `__proto__` an own key, so that the assignment doesn't reach the setter.
    if (value !== fields[key]) (copy ??= { ...fields })[key] = value
  }
  return copy ?? fields
}

const decode = (payload: Payload, depth: number): unknown => {
  if (typeof payload !== 'object' || payload === null) return payload
  if (depth > maxJsonDepth) throw new PayloadUnreadableError('A payload is nested too deep to be one of ours.')
  if (isList(payload)) return decodeList(payload, depth)
  return Object.hasOwn(payload, tagKey)
    ? decodeTagged(payload as PayloadObject, depth)
    : decodeFields(payload as PayloadObject, depth)
}

/**
 * The value of a payload that was parsed from JSON. Parts without tagged forms are handed out as they are, not copied.
 *
 * @throws PayloadUnreadableError
 */
export const decodePayload = (payload: Payload): unknown => {
  try {
    return decode(payload, 0)
  } catch (error) {
    if (PayloadUnreadableError.is(error)) throw error
    throw new PayloadUnreadableError(`A payload can't be brought back: ${String(error)}.`, { cause: error })
  }
}

/** @throws PayloadUnreadableError also for text that isn't JSON */
export const decodePayloadText = (json: string): unknown => {
  let payload: Payload
  try {
    payload = JSON.parse(json) as Payload
  } catch (error) {
    throw new PayloadUnreadableError(`A payload is not JSON: ${json.slice(0, 80)}`, { cause: error })
  }
  return decodePayload(payload)
}
