import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64ToBytes, bytesToBase64 } from '../../src/codec/base64.js'

test('base64 agrees with the platform in both directions', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      expect(bytesToBase64(bytes)).toBe(text)
      expect(base64ToBytes(text)).toStrictEqual(bytes)
    }),
    { numRuns: 300 },
  )
})

test.each(['A', 'AA', 'AAA', 'A===', 'AA=A', '====', 'AA==AA==', 'A-_A', 'AAAA '])('%j is not base64', (text) => {
  expect(base64ToBytes(text)).toBeUndefined()
})
