// Bytes as text. By hand, because the vm context has neither Buffer nor btoa.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const bytesToBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i
    const group =
      ((bytes[i] as number) << 16) |
      ((left > 1 ? (bytes[i + 1] as number) : 0) << 8) |
      (left > 2 ? (bytes[i + 2] as number) : 0)
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63)
    text += left > 1 ? alphabet.charAt((group >> 6) & 63) : '='
    text += left > 2 ? alphabet.charAt(group & 63) : '='
  }
  return text
}

/** The bytes, or `undefined` when the text isn't padded base64. */
export const base64ToBytes = (text: string): Uint8Array | undefined => {
  if (!pattern.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let bits = 0
  for (let i = 0, at = 0; at < bytes.length; i++) {
    bits = (bits << 6) | digit(text.charCodeAt(i))
    if (i % 4 > 0) bytes[at++] = bits >> (6 - 2 * (i % 4))
  }
  return bytes
}

const digit = (unit: number): number => {
  if (unit >= 97) return unit - 71
  if (unit >= 65) return unit - 65
  if (unit >= 48) return unit + 4
  return unit === 43 ? 62 : 63
}
