// Arbitrary values that a payload can hold, for the properties of the codec.
import fc from 'fast-check'

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(-0, NaN, Infinity, -Infinity, null, undefined, true, false),
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 40 }),
  fc.webUrl().map((url) => new URL(url)),
  fc.constantFrom(/a/, /[^\n"/]+/giu, /\//y),
)

const key = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('$type', 'value', '__proto__', 'constructor', 'toJSON', 'source', 'then', 'length'),
)

/** Values shaped like the tagged forms themselves. */
const lookalike = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record(
    {
      $type: fc.oneof(
        fc.constantFrom(
          'Date',
          'Map',
          'Set',
          'Object',
          'Error',
          'undefined',
          'number',
          'bigint',
          'URL',
          'RegExp',
          'Uint8Array',
          'x',
        ),
        value,
      ),
      value,
    },
    { noNullPrototype: true },
  )

export const encodableValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    lookalike(tie('value')),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => new Set(values)),
  ),
})).value
