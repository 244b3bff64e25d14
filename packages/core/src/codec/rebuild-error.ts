// Makes an Error of a Failure. The door is decode-failure.ts; errors inside payloads come here through decode-payload.ts.
import { FoliotError } from '../base/foliot-error.js'
import { failureClass } from './failure-class.js'
import type { Failure } from './failure.js'
import { failureNotes } from './failure-notes.js'
import type { Payload } from './payload.js'
import { createStandardError } from './standard-errors.js'

/** More than is ever recorded, less than the stack holds. */
const maxDepth = 100

const define = (error: Error, key: PropertyKey, value: unknown, enumerable: boolean): void => {
  Object.defineProperty(error, key, { value, enumerable, writable: true, configurable: true })
}

export const rebuildError = (failure: Failure, decodeField: (payload: Payload) => unknown, depth = 0): Error => {
  const { type, message, code } = failure
  // Constructing the base for the class gives its prototype and brand without its constructor's arguments.
  const error = code?.startsWith('FOLIOT_')
    ? (Reflect.construct(FoliotError, [message], failureClass(code)) as Error)
    : createStandardError(type, message)
  if (error.name !== type) define(error, 'name', type, false)
  // The stack of this call would be another one in each replay.
  define(error, 'stack', failure.stack ?? `${type}: ${message}`, false)
  if (code !== undefined) define(error, 'code', code, true)
  if (failure.nonRetryable !== undefined) define(error, 'nonRetryable', failure.nonRetryable, true)
  for (const [key, payload] of Object.entries(failure.details ?? {})) define(error, key, decodeField(payload), true)
  if (failure.lost !== undefined || failure.cut !== undefined) {
    define(error, failureNotes, { lost: failure.lost, cut: failure.cut }, false)
  }
  if (depth < maxDepth) {
    const rebuild = (inner: Failure): Error => rebuildError(inner, decodeField, depth + 1)
    if (failure.cause !== undefined) define(error, 'cause', rebuild(failure.cause), false)
    if (failure.errors !== undefined) define(error, 'errors', failure.errors.map(rebuild), false)
  }
  return error
}
