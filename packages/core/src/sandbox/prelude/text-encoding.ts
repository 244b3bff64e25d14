// TextEncoder and TextDecoder for UTF-8.
import { decodeUtf8, encodeUtf8 } from './utf8.js'
import { bytesOf } from './view-bytes.js'

export class TextEncoder {
  get encoding(): string {
    return 'utf-8'
  }

  encode(text: unknown = ''): Uint8Array {
    return encodeUtf8(String(text))
  }

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    let read = 0
    let written = 0
    for (const character of String(text)) {
      const bytes = encodeUtf8(character)
      if (written + bytes.length > target.length) break
      target.set(bytes, written)
      read += character.length
      written += bytes.length
    }
    return { read, written }
  }

  get [Symbol.toStringTag](): string {
    return 'TextEncoder'
  }
}

const labels = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'x-unicode20utf8'])

export class TextDecoder {
  readonly #fatal: boolean
  readonly #ignoreBom: boolean
  /** Of a stream: the start of a character, or nothing yet, in which case a byte order mark may follow. */
  #rest = new Uint8Array(0)
  #started = false

  constructor(label: unknown = 'utf-8', options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}) {
    if (!labels.has(String(label).trim().toLowerCase())) {
      throw new RangeError(`TextDecoder: Expected "utf-8", got "${String(label)}". Workflow code decodes UTF-8 only.`)
    }
    this.#fatal = Boolean(options.fatal)
    this.#ignoreBom = Boolean(options.ignoreBOM)
  }

  get encoding(): string {
    return 'utf-8'
  }

  get fatal(): boolean {
    return this.#fatal
  }

  get ignoreBOM(): boolean {
    return this.#ignoreBom
  }

  decode(input?: unknown, options: { readonly stream?: boolean } = {}): string {
    const added = input === undefined ? new Uint8Array(0) : bytesOf(input)
    const bytes = new Uint8Array(this.#rest.length + added.length)
    bytes.set(this.#rest)
    bytes.set(added, this.#rest.length)
    const isLast = !options.stream
    const wasStarted = this.#started
    this.#rest = new Uint8Array(0)
    this.#started = false
    const { text, consumed } = decodeUtf8(bytes, { fatal: this.#fatal, isLast })
    if (!isLast) {
      this.#rest = bytes.slice(consumed)
      this.#started = wasStarted || consumed > 0
    }
    return !wasStarted && !this.#ignoreBom && text.startsWith('\ufeff') ? text.slice(1) : text
  }

  get [Symbol.toStringTag](): string {
    return 'TextDecoder'
  }
}
