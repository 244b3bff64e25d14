// A seeded stream of random numbers: sfc32 (128 bits of state), seeded by a hash of a string. Not for secrets.

/** Four 32-bit hashes of a string: FNV-1a over its UTF-16 units in four lanes, each with murmur3's finish. */
const hash = (text: string, lane: number): number => {
  let state = 0x811c9dc5 ^ Math.imul(lane, 0x9e3779b1)
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return state ^ (state >>> 16)
}

const warmUpRounds = 15

export class RandomStream {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: string) {
    this.#a = hash(seed, 1)
    this.#b = hash(seed, 2)
    this.#c = hash(seed, 3)
    for (let round = 0; round < warmUpRounds; round++) this.next()
  }

  /** A signed 32-bit number. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11) | 0) + sum) | 0
    return sum
  }

  /** At least 0, below 1, with 53 random bits. */
  nextFraction(): number {
    return ((this.next() >>> 5) * 0x4000000 + (this.next() >>> 6)) / 0x20000000000000
  }
}
