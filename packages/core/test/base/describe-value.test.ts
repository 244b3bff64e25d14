import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeValue } from '../../src/base/describe-value.js'

test.each([
  ['text', '"text"'],
  ['x'.repeat(200), `"${'x'.repeat(79)}… (200 characters)`],
  [-0, '-0'],
  [NaN, 'NaN'],
  [12n, '12n'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('s'), 'a symbol'],
  [() => 1, 'a function'],
  [[1, 2], 'an array of 2'],
  [{ toString: () => 'called' }, 'an object'],
])('%o is described as %s', (value, description) => {
  expect(describeValue(value)).toBe(description)
})

test('any value has a description of at most 110 characters', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, maxDepth: 1 }), (value) => {
      expect(describeValue(value).length).toBeLessThanOrEqual(110)
    }),
  )
})
