import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateId } from '../../src/base/id.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'

describe('validateId', () => {
  test.each(['user-42', 'a', '_', 'Ω/ß ü', '👩‍🚀', 'x'.repeat(255), '_x__'])('takes %j as it is', (id) => {
    expect(validateId('workflowId', id)).toBe(id)
  })

  // traps: 61
  test.each([
    '',
    'x'.repeat(256),
    'a\0b',
    'a\nb',
    '\u007f',
    '\ud800',
    'a\udc00b',
    '__timer',
    '__',
    7,
    null,
    undefined,
    {},
  ])('refuses %o and names the option', (id) => {
    expect(() => validateId('workflowId', id)).toThrow(InvalidOptionError)
    expect(() => validateId('workflowId', id)).toThrow(/^workflowId: Expected /)
  })

  test('whatever it takes is at most 765 bytes of UTF-8 and survives the encoding', () => {
    const bytes = new TextEncoder()
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (id) => {
        try {
          validateId('id', id)
        } catch {
          return
        }
        const encoded = bytes.encode(id)
        expect(encoded.length).toBeLessThanOrEqual(765)
        expect(new TextDecoder().decode(encoded)).toBe(id.replace(/^\ufeff/, ''))
      }),
    )
  })
})
