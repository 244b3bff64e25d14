// Math.random and crypto, drawn from the run's seeded stream, or from the host's entropy within a side effect.
import { callHost } from './bridge.js'
import { currentRun } from './current-run.js'
import { defineMembers } from './define-members.js'
import { domException } from './dom-exception.js'

const hostBytes = (count: number): Uint8Array => {
  const hex = callHost('entropy', String(count))
  const bytes = new Uint8Array(count)
  for (let i = 0; i < count; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

const runBytes = (count: number): Uint8Array => {
  const { random } = currentRun()
  const bytes = new Uint8Array(count)
  let word = 0
  for (let i = 0; i < count; i++) {
    word = i % 4 === 0 ? random.next() : word >>> 8
    bytes[i] = word
  }
  return bytes
}

const randomBytes = (count: number): Uint8Array => (currentRun().usesHost ? hostBytes(count) : runBytes(count))

const randomFraction = (): number => {
  if (!currentRun().usesHost) return currentRun().random.nextFraction()
  const words = new Uint32Array(hostBytes(8).buffer)
  return (((words[0] ?? 0) >>> 5) * 0x4000000 + ((words[1] ?? 0) >>> 6)) / 0x20000000000000
}

const formatUuid = (bytes: Uint8Array): string => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The limit of the web's getRandomValues. */
const maxBytes = 65_536

const isIntegerArray = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) &&
  !(value instanceof DataView || value instanceof Float32Array || value instanceof Float64Array)

const getRandomValues = (array: unknown): unknown => {
  if (!isIntegerArray(array)) {
    throw domException('getRandomValues takes an integer typed array', 'TypeMismatchError')
  }
  if (array.byteLength > maxBytes) {
    throw domException(`getRandomValues gives at most ${maxBytes} bytes a call`, 'QuotaExceededError')
  }
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(randomBytes(array.byteLength))
  return array
}

export const installRandomness = (global: object): void => {
  defineMembers(Math, { random: () => randomFraction() })
  const crypto = {}
  defineMembers(crypto, {
    getRandomValues: (array: unknown) => getRandomValues(array),
    randomUUID: () => formatUuid(randomBytes(16)),
    [Symbol.toStringTag]: 'Crypto',
  })
  defineMembers(global, { crypto })
}
