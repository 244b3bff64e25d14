// The base of every error that Foliot throws. Errors are recognised by brand and code, not by `instanceof`, because they
// cross vm contexts, threads and copies of the package. What is recorded in a history is a Failure (codec/failure.ts).

const brand = Symbol.for('foliot.error')

export type FoliotErrorCode = `FOLIOT_${string}`

export interface FoliotErrorOptions {
  readonly cause?: unknown
}

interface ErrorClass<E> {
  new (...args: never[]): E
  readonly code: FoliotErrorCode
}

export class FoliotError extends Error {
  /** The stable code of the class; each has a page in the documentation. */
  static readonly code: FoliotErrorCode = 'FOLIOT_ERROR'
  readonly code: FoliotErrorCode

  constructor(message: string, options: FoliotErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = new.target.code
    Object.defineProperty(this, 'name', { value: new.target.name, configurable: true, writable: true })
    Object.defineProperty(this, brand, { value: true })
  }

  /** True for an error of this class, from whichever context or copy of the package it came. */
  static is<E>(this: ErrorClass<E>, value: unknown): value is E {
    if (typeof value !== 'object' || value === null || !(brand in value)) return false
    return this.code === 'FOLIOT_ERROR' || (value as { code?: unknown }).code === this.code
  }
}
