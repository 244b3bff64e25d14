// atob and btoa.
import { domException } from './dom-exception.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export const btoa = (data: unknown): string => {
  const text = String(data)
  let encoded = ''
  for (let i = 0; i < text.length; i += 3) {
    const codes = [0, 1, 2].map((offset) => (i + offset < text.length ? text.charCodeAt(i + offset) : 0))
    if (codes.some((code) => code > 0xff))
      throw domException('btoa takes characters up to U+00FF', 'InvalidCharacterError')
    const [first = 0, second = 0, third = 0] = codes
    const bits = (first << 16) | (second << 8) | third
    const present = Math.min(3, text.length - i)
    for (let sextet = 0; sextet < 4; sextet++) {
      encoded += sextet <= present ? alphabet[(bits >> (18 - 6 * sextet)) & 0x3f] : '='
    }
  }
  return encoded
}

export const atob = (data: unknown): string => {
  let text = String(data).replace(/[\t\n\f\r ]+/g, '')
  if (text.length % 4 === 0) text = text.replace(/==?$/, '')
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) {
    throw domException('atob takes base64 text', 'InvalidCharacterError')
  }
  let decoded = ''
  let bits = 0
  let count = 0
  for (const character of text) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      decoded += String.fromCharCode((bits >> count) & 0xff)
    }
  }
  return decoded
}
