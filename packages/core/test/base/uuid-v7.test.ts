import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newUuid } from '../../src/base/new-uuid.js'
import { createUuidSource, isUuid, uuidV7 } from '../../src/base/uuid-v7.js'

const zeros = (bytes: Uint8Array): void => void bytes.fill(0)
const ones = (bytes: Uint8Array): void => void bytes.fill(255)

describe('uuidV7', () => {
  test('puts time, version and variant where RFC 9562 wants them', () => {
    expect(uuidV7(0x017f22e279b0, zeros)).toBe('017f22e2-79b0-7000-8000-000000000000')
    expect(uuidV7(0x017f22e279b0, ones)).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff')
    expect(uuidV7(0x017f22e279b0, ones, 0xcc3)).toBe('017f22e2-79b0-7cc3-bfff-ffffffffffff')
  })

  test('sorts by time', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), (a, b) => {
        fc.pre(a < b)
        expect(uuidV7(a * 4096, ones) < uuidV7(b * 4096, zeros)).toBe(true)
      }),
    )
  })
})

describe('createUuidSource', () => {
  test('counts up while the clock stands still, goes back, or the millisecond is full', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 50 }), (times) => {
        let i = 0
        const next = createUuidSource(() => times[i++ % times.length] as number, ones)
        let last = next()
        for (let k = 0; k < 5_000; k++) {
          const uuid = next()
          expect(uuid > last).toBe(true)
          last = uuid
        }
      }),
      { numRuns: 5 },
    )
  })
})

test('newUuid makes distinct, ascending UUIDs', () => {
  const made = Array.from({ length: 10_000 }, newUuid)
  expect(made.every(isUuid)).toBe(true)
  expect(new Set(made).size).toBe(made.length)
  expect([...made].sort()).toEqual(made)
})

test('isUuid knows a UUID from other text', () => {
  expect(isUuid('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toBe(true)
  expect(isUuid('user-42')).toBe(false)
  expect(isUuid('017f22e279b07cc398c4dc0c0c07398f')).toBe(false)
  expect(isUuid(undefined)).toBe(false)
})
