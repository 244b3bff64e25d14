// UUIDs of version 7 (RFC 9562): 48 bits of time, then 74 random bits, so that they sort by creation time and rows made
// together lie together. Pure; new-uuid.ts makes them for the process.

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: unknown): text is string => typeof text === 'string' && pattern.test(text)

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Writes 16 bytes as a UUID. */
const formatUuid = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-'
    text += hex[bytes[i] as number]
  }
  return text
}

/**
 * @param nowMs milliseconds since the epoch
 * @param random fills bytes with random ones
 * @param sequence 12 bits that order the UUIDs of one millisecond; random when absent
 */
export const uuidV7 = (nowMs: number, random: (bytes: Uint8Array) => void, sequence?: number): string => {
  const bytes = new Uint8Array(16)
  random(bytes)
  let time = Math.floor(nowMs)
  for (let i = 5; i >= 0; i--) {
    bytes[i] = time % 256
    time = Math.floor(time / 256)
  }
  if (sequence !== undefined) {
    bytes[6] = sequence >>> 8
    bytes[7] = sequence & 0xff
  }
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
  return formatUuid(bytes)
}

/** A source of UUIDs of version 7, each greater than the one before, also when the clock stands still or goes back. */
export const createUuidSource = (timeMs: () => number, random: (bytes: Uint8Array) => void): (() => string) => {
  let lastMs = -1
  let sequence = 0
  const seed = new Uint8Array(2)
  return () => {
    const nowMs = Math.floor(timeMs())
    if (nowMs > lastMs) {
      lastMs = nowMs
      random(seed)
      // The lower half, so that there is room to count up within the millisecond.
      sequence = (((seed[0] as number) << 8) | (seed[1] as number)) & 0x7ff
    } else if (sequence === 0xfff) {
      lastMs += 1
      sequence = 0
    } else sequence += 1
    return uuidV7(lastMs, random, sequence)
  }
}
