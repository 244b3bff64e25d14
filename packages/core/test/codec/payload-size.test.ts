import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPayloadSize, utf8Length } from '../../src/codec/payload-size.js'
import { PayloadTooLargeError } from '../../src/codec/payload-too-large-error.js'

test('utf8Length counts as an encoder does', () => {
  const encoder = new TextEncoder()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = JSON.stringify(text)
      expect(utf8Length(json)).toBe(encoder.encode(json).length)
    }),
    { numRuns: 1_000 },
  )
})

test('a payload is large above 256 KB and refused above 2 MB', () => {
  expect(checkPayloadSize('x'.repeat(256 * 1024), 'args')).toBe('usual')
  expect(checkPayloadSize('x'.repeat(256 * 1024 + 1), 'args')).toBe('large')
  expect(checkPayloadSize('€'.repeat(90_000), 'args')).toBe('large')
  expect(checkPayloadSize('x'.repeat(2 * 1024 * 1024), 'args')).toBe('large')
  expect(() => checkPayloadSize('x'.repeat(2 * 1024 * 1024 + 1), 'args')).toThrow(PayloadTooLargeError)
  expect(() => checkPayloadSize('€'.repeat(700_000), 'args')).toThrow(/^args is too large: over 2050 KB/)
})
