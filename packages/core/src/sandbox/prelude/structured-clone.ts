// structuredClone, without transfer.
import { domException } from './dom-exception.js'

const refuse = (what: string): never => {
  throw domException(`${what} could not be cloned.`, 'DataCloneError')
}

const tagOf = (value: object): string => Reflect.apply(Object.prototype.toString, value, []) as string

const errorConstructors: Readonly<Record<string, ErrorConstructor>> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
}

class Cloner {
  readonly #done = new Map<object, unknown>()

  clone(value: unknown): unknown {
    if (typeof value === 'function') return refuse(`${value.name || 'A function'}`)
    if (typeof value === 'symbol') return refuse('A symbol')
    if (typeof value !== 'object' || value === null) return value
    const known = this.#done.get(value)
    if (known !== undefined) return known
    return this.#cloneObject(value)
  }

  #keep<T extends object>(source: object, copy: T): T {
    this.#done.set(source, copy)
    return copy
  }

  #cloneObject(value: object): unknown {
    if (Array.isArray(value)) return this.#cloneMembers(value, this.#keep(value, new Array(value.length)))
    if (value instanceof Map) return this.#cloneMap(value)
    if (value instanceof Set) return this.#cloneSet(value)
    if (value instanceof ArrayBuffer) return this.#keep(value, value.slice(0))
    if (ArrayBuffer.isView(value)) return this.#cloneView(value)
    if (value instanceof Error) return this.#cloneError(value)
    switch (tagOf(value)) {
      case '[object Date]':
        return this.#keep(value, new Date((value as Date).getTime()))
      case '[object RegExp]': {
        const { source, flags } = value as RegExp
        return this.#keep(value, new RegExp(source, flags))
      }
      case '[object Boolean]':
      case '[object Number]':
      case '[object String]':
      case '[object BigInt]':
        return this.#keep(value, Object((value as { valueOf(): unknown }).valueOf()) as object)
      case '[object Promise]':
      case '[object WeakMap]':
      case '[object WeakSet]':
      case '[object Symbol]':
        return refuse(tagOf(value))
      default:
        return this.#cloneMembers(value, this.#keep(value, {}))
    }
  }

  #cloneMembers(source: object, copy: object): object {
    for (const key of Object.keys(source)) {
      const value = this.clone(Reflect.get(source, key))
      Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true })
    }
    return copy
  }

  #cloneMap(source: ReadonlyMap<unknown, unknown>): object {
    const copy = this.#keep(source, new Map<unknown, unknown>())
    for (const [key, value] of [...source]) copy.set(this.clone(key), this.clone(value))
    return copy
  }

  #cloneSet(source: ReadonlySet<unknown>): object {
    const copy = this.#keep(source, new Set<unknown>())
    for (const value of [...source]) copy.add(this.clone(value))
    return copy
  }

  #cloneView(source: ArrayBufferView): object {
    const buffer = this.clone(source.buffer)
    const View = Reflect.get(source, 'constructor') as new (...args: unknown[]) => object
    const length = source instanceof DataView ? source.byteLength : (source as unknown as { length: number }).length
    return this.#keep(source, new View(buffer, source.byteOffset, length))
  }

  #cloneError(source: Error): object {
    const constructor = errorConstructors[source.name] ?? Error
    const copy = this.#keep(source, new constructor(source.message))
    for (const key of ['stack', 'cause'] as const) {
      if (!Object.hasOwn(source, key)) continue
      const value = this.clone(source[key])
      Object.defineProperty(copy, key, { value, writable: true, configurable: true })
    }
    return copy
  }
}

export const structuredClone = (value: unknown, options: { readonly transfer?: readonly unknown[] } = {}): unknown => {
  if ((options.transfer?.length ?? 0) > 0) return refuse('A transferred object')
  return new Cloner().clone(value)
}
