import { isDeepStrictEqual } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePayload, decodePayloadText } from '../../src/codec/decode-payload.js'
import { encodePayload } from '../../src/codec/encode-payload.js'
import type { Payload } from '../../src/codec/payload.js'
import { encodableValue } from './encodable-value.js'

const roundTrip = (value: unknown): unknown => decodePayloadText(encodePayload(value, 'value'))

describe('a payload', () => {
  // traps: 71, 74
  test('brings every encodable value back', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(encodableValue, (value) => {
        // Knows keys such as `constructor` as keys, unlike toStrictEqual.
        expect(isDeepStrictEqual(roundTrip(value), value)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('is what JSON.stringify gives when JSON loses nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        fc.pre(
          !JSON.stringify(value).includes('$type') &&
            !JSON.stringify(value, (_, v) => (Object.is(v, -0) ? '$-0' : v)).includes('$-0'),
        )
        expect(encodePayload(value, 'value')).toBe(JSON.stringify(value))
      }),
    )
  })

  test('of the same value has the same text', () => {
    fc.assert(
      fc.property(encodableValue, (value) => {
        const text = encodePayload(value, 'value')
        expect(encodePayload(decodePayloadText(text), 'value')).toBe(text)
      }),
    )
  })

  // traps: 71
  test.each([
    [undefined, '{"$type":"undefined"}'],
    [{ a: undefined }, '{"a":{"$type":"undefined"}}'],
    [[undefined], '[{"$type":"undefined"}]'],
    [new Date(0), '{"$type":"Date","value":"1970-01-01T00:00:00.000Z"}'],
    [new Date(NaN), '{"$type":"Date","value":null}'],
    [2n ** 63n, '{"$type":"bigint","value":"9223372036854775808"}'],
    [new Map([['a', 1]]), '{"$type":"Map","value":[["a",1]]}'],
    [new Set([1]), '{"$type":"Set","value":[1]}'],
    [new Uint8Array([1, 2, 255]), '{"$type":"Uint8Array","value":"AQL/"}'],
    [new URL('https://example.org/a?b'), '{"$type":"URL","value":"https://example.org/a?b"}'],
    [/a"b/gi, '{"$type":"RegExp","source":"a\\"b","flags":"gi"}'],
    [NaN, '{"$type":"number","value":"NaN"}'],
    [-Infinity, '{"$type":"number","value":"-Infinity"}'],
    [-0, '{"$type":"number","value":"-0"}'],
    [{ $type: 'Date', value: 5 }, '{"$type":"Object","value":{"$type":"Date","value":5}}'],
  ])('holds %o as %s', (value, json) => {
    expect(encodePayload(value, 'value')).toBe(json)
    expect(decodePayloadText(json)).toStrictEqual(value)
  })

  // traps: 75
  test('keeps long numbers and long texts as they are', () => {
    const text = 'x'.repeat(1024 * 1024)
    expect(roundTrip([0.2345678901234568, Number.MAX_SAFE_INTEGER, 5e-324, text])).toEqual([
      0.2345678901234568,
      Number.MAX_SAFE_INTEGER,
      5e-324,
      text,
    ])
  })

  test('keeps a key __proto__ an ordinary key', () => {
    for (const json of ['{"__proto__":{"admin":true}}', '{"__proto__":{"$type":"undefined"},"b":1}']) {
      const value = decodePayloadText(json) as object
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(Object.hasOwn(value, '__proto__')).toBe(true)
      expect(encodePayload(value, 'value')).toBe(json)
    }
  })

  test('takes a Buffer as its bytes and objects without prototype as plain', () => {
    expect(roundTrip(Buffer.from('hé'))).toStrictEqual(new Uint8Array([104, 195, 169]))
    expect(roundTrip(Object.assign(Object.create(null), { a: 1n }))).toStrictEqual({ a: 1n })
  })

  test('repeats what is shared, and fills holes with undefined', () => {
    const shared = { at: new Date(0) }
    expect(roundTrip([shared, shared])).toStrictEqual([shared, shared])
    // eslint-disable-next-line no-sparse-arrays
    expect(roundTrip([1, , 2])).toStrictEqual([1, undefined, 2])
  })

  test('can be decoded twice', () => {
    const payload = JSON.parse(encodePayload([{ $type: 'x', deep: [new Date(0)] }, { a: [1n] }], 'value')) as Payload
    const first = decodePayload(payload)
    expect(decodePayload(payload)).toStrictEqual(first)
  })

  test('of 500 levels comes back, tagged at every level or not', () => {
    let plain: unknown = 1
    let maps: unknown = 1n
    let escaped: unknown = 1
    for (let i = 0; i < 500; i++) {
      plain = [plain]
      maps = new Map([[0, maps]])
      escaped = { $type: escaped }
    }
    for (const value of [plain, maps, escaped]) {
      const json = encodePayload(value, 'value')
      expect(encodePayload(decodePayloadText(json), 'value')).toBe(json)
    }
  })
})

describe('values of another realm', () => {
  const context = createContext({}, { codeGeneration: { strings: true, wasm: false } })

  test('encode like those of this one', () => {
    const foreign: unknown = runInContext(
      `[{ a: undefined }, new Date(5), 5n, new Map([['a', new Set([NaN])]]), new Uint8Array([1, 2]), /x/g, Object.create(null), [[1]]]`,
      context,
    )
    expect(roundTrip(foreign)).toStrictEqual([
      { a: undefined },
      new Date(5),
      5n,
      new Map([['a', new Set([NaN])]]),
      new Uint8Array([1, 2]),
      /x/g,
      {},
      [[1]],
    ])
  })

  test('that are plain JSON take the fast path', () => {
    const foreign: unknown = runInContext(`({ a: [1, { b: 'c' }] })`, context)
    expect(encodePayload(foreign, 'value')).toBe('{"a":[1,{"b":"c"}]}')
  })

  test('that are errors keep type and message', () => {
    const foreign: unknown = runInContext(`[new TypeError('no', { cause: new RangeError('deep') })]`, context)
    const [error] = roundTrip(foreign) as [Error]
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toBe('no')
    expect(error.cause).toBeInstanceOf(RangeError)
  })

  test('that are class instances are refused', () => {
    const foreign: unknown = runInContext(`class User {}; [new User()]`, context)
    expect(() => encodePayload(foreign, 'args')).toThrow(/args\[0\] is an instance of User/)
  })
})

test('an invalid date comes back as one', () => {
  const date = roundTrip(new Date(NaN))
  expect(date).toBeInstanceOf(Date)
  expect((date as Date).getTime()).toBeNaN()
})
