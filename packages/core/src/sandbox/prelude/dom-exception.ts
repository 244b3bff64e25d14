// DOMException, as far as AbortError and its like need it.

const legacyCodes: Readonly<Record<string, number>> = {
  NotSupportedError: 9,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidCharacterError: 5,
  TypeMismatchError: 17,
  AbortError: 20,
  QuotaExceededError: 22,
  TimeoutError: 23,
  DataCloneError: 25,
}

export class DOMException extends Error {
  readonly code: number

  constructor(message = '', options: string | { readonly name?: string; readonly cause?: unknown } = 'Error') {
    const { name = 'Error', ...rest } = typeof options === 'string' ? { name: options } : options
    super(String(message), 'cause' in rest ? { cause: rest.cause } : undefined)
    Object.defineProperty(this, 'name', { value: String(name), configurable: true, writable: true })
    this.code = legacyCodes[this.name] ?? 0
    Object.defineProperty(this, 'code', { enumerable: false })
  }

  get [Symbol.toStringTag](): string {
    return 'DOMException'
  }
}

export const domException = (message: string, name: string): DOMException => new DOMException(message, name)
