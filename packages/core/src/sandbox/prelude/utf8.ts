// UTF-8 to and from strings, as the Encoding Standard has it: lone surrogates and broken sequences become U+FFFD.

const replacement = 0xfffd

export const encodeUtf8 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    let code = text.codePointAt(i) ?? 0
    if (code > 0xffff) i++
    else if (code >= 0xd800 && code <= 0xdfff) code = replacement
    if (code < 0x80) bytes[length++] = code
    else {
      if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6)
      else {
        if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12)
        else {
          bytes[length++] = 0xf0 | (code >> 18)
          bytes[length++] = 0x80 | ((code >> 12) & 0x3f)
        }
        bytes[length++] = 0x80 | ((code >> 6) & 0x3f)
      }
      bytes[length++] = 0x80 | (code & 0x3f)
    }
  }
  return bytes.slice(0, length)
}

interface Sequence {
  /** Code point, or -1 if broken, or -2 if the input ends within it. */
  readonly code: number
  readonly length: number
}

const ascii = (code: number): Sequence => ({ code, length: 1 })

const readSequence = (bytes: Uint8Array, at: number): Sequence => {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return ascii(lead)
  const size =
    lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
  if (size === 0) return { code: -1, length: 1 }
  // Overlong forms, surrogates and code points beyond U+10FFFF show in the second byte.
  let lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  let highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  let code = lead & (0xff >> (size + 1))
  for (let i = 1; i < size; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return { code: -2, length: i }
    if (byte < lowest || byte > highest) return { code: -1, length: i }
    code = (code << 6) | (byte & 0x3f)
    lowest = 0x80
    highest = 0xbf
  }
  return { code, length: size }
}

/** UTF-16 units per call of String.fromCharCode. */
const chunk = 8192

export const decodeUtf8 = (
  bytes: Uint8Array,
  { fatal, isLast }: { readonly fatal: boolean; readonly isLast: boolean },
): { readonly text: string; readonly consumed: number } => {
  let text = ''
  let units: number[] = []
  let at = 0
  while (at < bytes.length) {
    const { code, length } = readSequence(bytes, at)
    if (code === -2 && !isLast) break
    if (code < 0 && fatal) throw new TypeError('The encoded data is not valid for encoding utf-8.')
    at += length
    if (code > 0xffff) units.push(0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff))
    else units.push(code < 0 ? replacement : code)
    if (units.length >= chunk) {
      text += String.fromCharCode(...units)
      units = []
    }
  }
  return { text: text + String.fromCharCode(...units), consumed: at }
}
