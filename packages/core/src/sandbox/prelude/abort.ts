// AbortController and AbortSignal. There is no AbortSignal.timeout: the host would resolve it.
import { domException } from './dom-exception.js'
import { Event, EventTarget } from './event-target.js'

const key = Symbol('AbortSignal')

let abortSignal: (signal: AbortSignal, reason: unknown) => void

const orAbortError = (reason: unknown): unknown =>
  reason === undefined ? domException('This operation was aborted', 'AbortError') : reason

export class AbortSignal extends EventTarget {
  static {
    abortSignal = (signal, reason) => signal.#abort(reason)
  }

  #aborted = false
  #reason: unknown
  #onabort: unknown = null
  #dependents: readonly AbortSignal[] = []

  constructor(secret: unknown) {
    if (secret !== key) throw new TypeError('Illegal constructor')
    super()
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(key)
    signal.#abort(reason)
    return signal
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const sources = [...signals]
    const combined = new AbortSignal(key)
    const aborted = sources.find((signal) => signal.#aborted)
    if (aborted !== undefined) combined.#abort(aborted.#reason)
    else for (const source of sources) source.#dependents = [...source.#dependents, combined]
    return combined
  }

  get aborted(): boolean {
    return this.#aborted
  }

  get reason(): unknown {
    return this.#reason
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  get onabort(): unknown {
    return this.#onabort
  }

  set onabort(listener: unknown) {
    this.removeEventListener('abort', this.#onabort)
    this.#onabort = typeof listener === 'function' ? listener : null
    this.addEventListener('abort', this.#onabort)
  }

  #abort(reason: unknown): void {
    if (this.#aborted) return
    this.#aborted = true
    this.#reason = orAbortError(reason)
    this.dispatchEvent(new Event('abort'))
    for (const dependent of this.#dependents) dependent.#abort(this.#reason)
    this.#dependents = []
  }

  override get [Symbol.toStringTag](): string {
    return 'AbortSignal'
  }
}

export class AbortController {
  readonly #signal = new AbortSignal(key)

  get signal(): AbortSignal {
    return this.#signal
  }

  abort(reason?: unknown): void {
    abortSignal(this.#signal, reason)
  }

  get [Symbol.toStringTag](): string {
    return 'AbortController'
  }
}
