// Takes down an error, whatever state it is in, within bounds. It never throws. The door is encode-failure.ts; errors
// inside payloads come here through tag-value.ts.
import { describeValue } from '../base/describe-value.js'
import { FoliotError } from '../base/foliot-error.js'
import type { Failure } from './failure.js'
import { failureNotes, type FailureNotes } from './failure-notes.js'
import { isError } from './is-error.js'
import type { Payload } from './payload.js'
import { isStandardErrorName } from './standard-errors.js'

/** Causes of causes. */
const maxCauses = 20
/** In UTF-16 units: of a stack, of a message, of one own field, of the names of lost fields, and of everything. */
const maxStack = 16 * 1024
const maxMessage = 16 * 1024
const maxField = 8 * 1024
const maxNameLength = 200
const maxLost = 50
const maxTotal = 64 * 1024

/** What encodes the own fields of errors, and keeps count of the whole. */
export interface FieldEncoder {
  /** Throws when the value can't be encoded. */
  encodeField(value: unknown, key: string): Payload
  /** Whether there is room for another error. */
  admitError(): boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface Capture {
  readonly fields: FieldEncoder
  readonly ancestors: object[]
  left: number
}

/** Fields that have a place of their own in a Failure. */
const placed = new Set(['name', 'message', 'stack', 'code', 'cause', 'errors', 'nonRetryable'])

const read = (object: unknown, key: string): unknown => {
  try {
    return Reflect.get(object as object, key)
  } catch {
    return undefined
  }
}

const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`

const take = (capture: Capture, text: string, limit: number): string => {
  const taken = clip(text, Math.max(0, Math.min(limit, capture.left)))
  capture.left -= taken.length
  return taken
}

// A subclass that doesn't set its name answers with the name of the class it extends.
const typeOf = (error: object): string => {
  const name = read(error, 'name')
  const className = read(read(error, 'constructor'), 'name')
  const candidates = isStandardErrorName(name) && !Object.hasOwn(error, 'name') ? [className, name] : [name, className]
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '')
  return typeof found === 'string' ? clip(found, maxNameLength) : 'Error'
}

const messageOf = (error: object): string => {
  const message = read(error, 'message')
  return typeof message === 'string' ? message : message === undefined ? '' : describeValue(message)
}

const captureFields = (capture: Capture, error: object, keepsCode: boolean, failure: Mutable<Failure>): void => {
  const details: Record<string, Payload> = Object.create(null) as Record<string, Payload>
  const lost = new Set<string>((read(error, failureNotes as never) as FailureNotes | undefined)?.lost)
  for (const key of Object.keys(error)) {
    if (placed.has(key) && (key !== 'code' || keepsCode)) continue
    try {
      const payload = capture.fields.encodeField(Reflect.get(error, key), key)
      const size = JSON.stringify(payload).length + key.length
      if (size > maxField || size > capture.left) throw new RangeError('too large')
      capture.left -= size
      details[key] = payload
    } catch {
      if (lost.size < maxLost) lost.add(clip(key, maxNameLength))
    }
  }
  if (Object.keys(details).length > 0) failure.details = details
  if (lost.size > 0) failure.lost = [...lost]
}

const captureError = (capture: Capture, error: object): Failure => {
  capture.left -= 100
  const failure: Mutable<Failure> = { type: typeOf(error), message: take(capture, messageOf(error), maxMessage) }
  if (capture.ancestors.includes(error)) return { ...failure, cut: 'cycle' }
  if (capture.ancestors.length > maxCauses) return { ...failure, cut: 'depth' }
  if (capture.left <= 0 || !capture.fields.admitError()) return { ...failure, cut: 'size' }

  const code = read(error, 'code')
  // A code of ours on somebody else's error would bring it back as ours.
  const keepsCode = typeof code === 'string' && (FoliotError.is(error) || !code.startsWith('FOLIOT_'))
  if (keepsCode) failure.code = clip(code, maxNameLength)
  const nonRetryable = read(error, 'nonRetryable')
  if (typeof nonRetryable === 'boolean') failure.nonRetryable = nonRetryable
  captureFields(capture, error, keepsCode, failure)
  const stack = read(error, 'stack')
  if (typeof stack === 'string' && stack !== '') failure.stack = take(capture, stack, maxStack)

  capture.ancestors.push(error)
  const cause = read(error, 'cause')
  if (cause !== undefined) failure.cause = captureAny(capture, cause)
  const errors = read(error, 'errors')
  if (Array.isArray(errors)) failure.errors = captureList(capture, errors)
  capture.ancestors.pop()
  const cut = (read(error, failureNotes as never) as FailureNotes | undefined)?.cut
  return cut === undefined ? failure : { ...failure, cut }
}

const captureList = (capture: Capture, errors: readonly unknown[]): readonly Failure[] => {
  const failures: Failure[] = []
  for (let i = 0; i < errors.length; i++) {
    const failure = captureAny(capture, read(errors, String(i)))
    failures.push(failure)
    if (capture.left <= 0) break
  }
  return failures
}

/** `throw 'text'` and the like: described, and kept as the field `value` if it can be. */
const captureThrownValue = (capture: Capture, value: unknown): Failure => {
  const said = typeof value === 'object' && value !== null ? read(value, 'message') : value
  const message = take(capture, typeof said === 'string' ? said : describeValue(value), maxMessage)
  const failure: Mutable<Failure> = { type: 'ThrownValue', message }
  captureFields(capture, { value }, false, failure)
  return failure
}

const captureAny = (capture: Capture, value: unknown): Failure => {
  try {
    return isError(value) ? captureError(capture, value) : captureThrownValue(capture, value)
  } catch {
    return { type: 'Error', message: 'An error that could not be read.' }
  }
}

export const captureFailure = (error: unknown, fields: FieldEncoder): Failure =>
  captureAny({ fields, ancestors: [], left: maxTotal }, error)
