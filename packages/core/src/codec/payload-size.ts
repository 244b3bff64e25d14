// The size limits of one payload.
import { largePayloadBytes, maxPayloadBytes } from './payload-format.js'
import { PayloadTooLargeError } from './payload-too-large-error.js'

/** The bytes that JSON text takes in UTF-8. (Lone surrogates, which JSON.stringify escapes, would be miscounted.) */
export const utf8Length = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Two surrogates make four bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

export type PayloadSize = 'usual' | 'large'

/**
 * Whether a payload deserves a warning: `large` above 256 KB of UTF-8.
 *
 * @throws PayloadTooLargeError above 2 MB
 */
export const checkPayloadSize = (json: string, path: string): PayloadSize => {
  // A UTF-16 unit takes one to three bytes, so short texts aren't counted.
  if (json.length * 3 <= largePayloadBytes) return 'usual'
  const bytes = json.length > maxPayloadBytes ? json.length : utf8Length(json)
  if (bytes > maxPayloadBytes) throw new PayloadTooLargeError(path, `over ${Math.floor(bytes / 1024)} KB`)
  return bytes > largePayloadBytes ? 'large' : 'usual'
}
