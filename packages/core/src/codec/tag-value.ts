// The thorough path of encoding: puts what JSON would lose into tagged forms and names what can't be encoded. Values
// that are JSON already don't come here (is-plain-json.ts).
import { dateValue } from '../base/instant.js'
import { bytesToBase64 } from './base64.js'
import { captureFailure, type FieldEncoder } from './capture-failure.js'
import type { Failure } from './failure.js'
import { isError } from './is-error.js'
import type { Payload } from './payload.js'
import { maxDepth, maxNodes, tagKey } from './payload-format.js'
import { PayloadTooLargeError } from './payload-too-large-error.js'
import { brandOf, isPlainArray, isPlainObject, symbolKey } from './plain-data.js'
import { explainUnencodable } from './explain-unencodable.js'
import { UnencodableValueError } from './unencodable-value-error.js'

type PayloadObject = { [key: string]: Payload }

/** An own field of an error is small or left out; see capture-failure.ts. */
const maxFieldNodes = 4096
/** What an error counts, so that errors that hold one another can't multiply for long. */
const errorNodes = 256
/** What a tagged form counts: the shortest takes 21 bytes. */
const tagNodes = 10

/** Characters of a path; a longer one loses its middle. */
const maxPath = 400

const mapEntries = Map.prototype.entries
const setValues = Set.prototype.values

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

const formatSegment = (segment: string | number | readonly [string]): string => {
  if (typeof segment === 'object') return segment[0]
  if (typeof segment === 'number') return `[${segment}]`
  return identifier.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`
}

/** Tags one root value, with the state of the walk: where it is, and which objects it is inside of. */
export class ValueTagger implements FieldEncoder {
  readonly #root: string
  /** Keys, indexes, and, in a list of their own, pieces of text. */
  readonly #segments: (string | number | readonly [string])[] = []
  readonly #ancestors: object[] = []
  #nodesLeft = maxNodes

  constructor(path: string) {
    this.#root = path
  }

  /** @throws UnencodableValueError, PayloadTooLargeError */
  tag(value: unknown): Payload {
    try {
      return this.#tag(value)
    } catch (error) {
      if (UnencodableValueError.is(error) || PayloadTooLargeError.is(error)) throw error
      // A getter, a proxy's trap, or the like. The walk's path still leads to it.
      throw new UnencodableValueError(this.#path(), 'threw when it was read', 'Pass plain data.', { cause: error })
    }
  }

  /** Never throws. */
  failure(error: unknown): Failure {
    if (isError(error)) this.#ancestors.push(error)
    const failure = captureFailure(error, this)
    if (isError(error)) this.#ancestors.pop()
    return failure
  }

  /** An own field of an error in the walk: what it holds is kept small, and what it spoils is set right. */
  encodeField(value: unknown, key: string): Payload {
    const { length: segments } = this.#segments
    const { length: ancestors } = this.#ancestors
    const nodesLeft = this.#nodesLeft
    const granted = Math.min(nodesLeft, maxFieldNodes)
    this.#nodesLeft = granted
    try {
      this.#segments.push(key)
      return this.#tag(value)
    } finally {
      this.#nodesLeft = nodesLeft - granted + Math.max(0, this.#nodesLeft)
      this.#segments.length = segments
      this.#ancestors.length = ancestors
    }
  }

  admitError(): boolean {
    if (this.#nodesLeft < errorNodes) return false
    this.#nodesLeft -= errorNodes
    return true
  }

  #path(): string {
    const path = this.#root + this.#segments.map(formatSegment).join('')
    return path.length <= maxPath ? path : `${path.slice(0, maxPath / 2)}…${path.slice(-maxPath / 2)}`
  }

  #spend(nodes: number): void {
    this.#nodesLeft -= nodes
    if (this.#nodesLeft < 0) throw new PayloadTooLargeError(this.#root, 'it has too many parts')
  }

  #tagged(type: string, value?: Payload): PayloadObject {
    this.#spend(tagNodes)
    return value === undefined ? { [tagKey]: type } : { [tagKey]: type, value }
  }

  #tag(value: unknown): Payload {
    this.#spend(1)
    switch (typeof value) {
      case 'string':
        this.#spend(value.length >> 1)
        return value
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : this.#tagged('number', Object.is(value, -0) ? '-0' : String(value))
      case 'undefined':
        return this.#tagged('undefined')
      case 'bigint':
        return this.#tagged('bigint', String(value))
      case 'object':
        return value === null ? null : this.#tagObject(value)
      default:
        throw this.#unencodable(value)
    }
  }

  #tagObject(value: object): Payload {
    const ancestor = this.#ancestors.indexOf(value)
    if (ancestor >= 0) {
      throw new UnencodableValueError(
        this.#path(),
        'refers back to an object that it is part of',
        'Pass an id in its place.',
      )
    }
    if (this.#ancestors.length === maxDepth) {
      throw new UnencodableValueError(
        this.#path(),
        `is nested more than ${maxDepth} levels deep`,
        'Pass a flatter shape.',
      )
    }
    this.#ancestors.push(value)
    const payload = this.#tagByKind(value)
    this.#ancestors.pop()
    return payload
  }

  #tagByKind(value: object): Payload {
    if (Array.isArray(value)) {
      if (!isPlainArray(value)) throw this.#unencodable(value)
      return this.#tagList(value)
    }
    if (isPlainObject(value)) return this.#tagPlainObject(value)
    if (isError(value)) return this.#tagged('Error', captureFailure(value, this) as unknown as Payload)
    const time = dateValue(value)
    if (time !== undefined) return this.#tagged('Date', Number.isNaN(time) ? null : new Date(time).toISOString())
    switch (brandOf(value)) {
      case 'Map':
        return this.#tagged('Map', this.#tagMap(value))
      case 'Set':
        return this.#tagged('Set', this.#tagSet(value))
      case 'Uint8Array':
        if (!ArrayBuffer.isView(value)) break
        this.#spend(Math.floor((value as Uint8Array).length / 2))
        return this.#tagged('Uint8Array', bytesToBase64(value as Uint8Array))
      case 'URL':
        if (typeof Reflect.get(value, 'href') !== 'string') break
        return this.#tagged('URL', String(Reflect.get(value, 'href')))
      case 'RegExp': {
        const { source, flags } = value as RegExp
        if (typeof source !== 'string' || typeof flags !== 'string') break
        return { [tagKey]: 'RegExp', source, flags }
      }
    }
    throw this.#unencodable(value)
  }

  #tagPlainObject(value: object): Payload {
    const symbol = symbolKey(value)
    if (symbol !== undefined) {
      throw new UnencodableValueError(this.#path(), `has the symbol key ${String(symbol)}`, 'Use text as keys.')
    }
    // Without a prototype, so that a key `__proto__` is a key like others.
    const copy = Object.create(null) as PayloadObject
    for (const key of Object.keys(value)) {
      this.#spend(key.length >> 1)
      this.#segments.push(key)
      copy[key] = this.#tag((value as Record<string, unknown>)[key])
      this.#segments.pop()
    }
    return Object.hasOwn(copy, tagKey) ? this.#tagged('Object', copy) : copy
  }

  #tagList(values: readonly unknown[]): Payload[] {
    // Before the loop: a sparse array can have a length of four billion.
    if (values.length > this.#nodesLeft) this.#spend(values.length)
    const list: Payload[] = []
    for (let i = 0; i < values.length; i++) {
      this.#segments.push(i)
      list.push(this.#tag(values[i]))
      this.#segments.pop()
    }
    return list
  }

  #tagMap(value: object): Payload[] {
    if (!Object.hasOwn(Object.getPrototypeOf(value) as object, 'forEach')) throw this.#unencodable(value)
    this.#segments.push(['.entries()'])
    let i = 0
    const list: Payload[] = []
    for (const entry of mapEntries.call(value as Map<unknown, unknown>)) {
      this.#segments.push(i++)
      list.push(this.#tagList(entry))
      this.#segments.pop()
    }
    this.#segments.pop()
    return list
  }

  #tagSet(value: object): Payload[] {
    if (!Object.hasOwn(Object.getPrototypeOf(value) as object, 'forEach')) throw this.#unencodable(value)
    this.#segments.push(['.values()'])
    const list = this.#tagList([...setValues.call(value as Set<unknown>)])
    this.#segments.pop()
    return list
  }

  #unencodable(value: unknown): UnencodableValueError {
    const { problem, hint } = explainUnencodable(value)
    return new UnencodableValueError(this.#path(), problem, hint)
  }
}
