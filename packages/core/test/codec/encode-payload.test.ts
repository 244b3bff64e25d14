import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePayload } from '../../src/codec/encode-payload.js'
import { PayloadTooLargeError } from '../../src/codec/payload-too-large-error.js'
import { UnencodableValueError } from '../../src/codec/unencodable-value-error.js'
import { encodableValue } from './encodable-value.js'

const refusal = (value: unknown, path = 'args'): UnencodableValueError => {
  try {
    encodePayload(value, path)
  } catch (error) {
    if (UnencodableValueError.is(error)) return error
    throw error
  }
  throw new Error('It was encoded.')
}

class User {
  name = 'Ada'
  save(): void {}
}

describe('encodePayload', () => {
  // traps: 73
  test.each([
    ['a function', [{ user: { save: () => 1 } }], 'args[0].user.save', /is a function/],
    ['a symbol', [{ 'a b': Symbol('x') }], 'args[0]["a b"]', /is a symbol/],
    ['a class instance', [new User()], 'args[0]', /is an instance of User.*\{ \.\.\.value \}/],
    ['a promise', [Promise.resolve(1)], 'args[0]', /is a promise.*Await it/],
    ['an instance with toJSON', { at: { toJSON: () => 1 } }, 'args.at.toJSON', /is a function/],
    [
      'a class instance with toJSON',
      [
        new (class Money {
          toJSON() {
            return 1
          }
        })(),
      ],
      'args[0]',
      /pass value\.toJSON\(\)/,
    ],
    ['a subclass of Array', [new (class Rows extends Array {})()], 'args[0]', /instance of Rows.*\[\.\.\.value\]/],
    ['a subclass of Map', [new (class Index extends Map {})()], 'args[0]', /instance of Index.*new Map\(value\)/],
    [
      'something in a Map',
      new Map([['k', new Map([[User, 1]])]]),
      'args.entries()[0][1].entries()[0][0]',
      /is a function/,
    ],
    ['something in a Set', [new Set([1, User])], 'args[0].values()[1]', /is a function/],
    ['another typed array', [new Float64Array(1)], 'args[0]', /Float64Array.*Uint8Array/],
    ['a boxed string', [Object('x')], 'args[0]', /instance of String/],
    ['a WeakMap', [new WeakMap()], 'args[0]', /instance of WeakMap/],
    ['a symbol key', [{ [Symbol('meta')]: 1 }], 'args[0]', /symbol key Symbol\(meta\)/],
    ['an object with a made-up prototype', [Object.create({ a: 1 })], 'args[0]', /prototype of its own/],
    [
      'something that claims to be a Uint8Array',
      [{ __proto__: { [Symbol.toStringTag]: 'Uint8Array' } }],
      'args[0]',
      /recorded/,
    ],
  ])('refuses %s and names its path', (_, value, path, message) => {
    const error = refusal(value)
    expect(error.path).toBe(path)
    expect(error.message).toMatch(message)
    expect(error.nonRetryable).toBe(true)
  })

  test('names the path of an unencodable part wherever it stands', () => {
    fc.assert(
      fc.property(
        encodableValue,
        fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', '$type', 'b_1'))),
        (value, segments) => {
          let nested: unknown = User
          let path = ''
          for (const segment of segments) {
            path = (typeof segment === 'number' ? `[${segment}]` : `.${segment}`) + path
            if (typeof segment === 'string') nested = { z: value, [segment]: nested }
            else
              nested = Object.assign(
                Array.from({ length: 4 }, () => value),
                { [segment]: nested },
              )
          }
          expect(refusal(nested).path).toBe(`args${path}`)
        },
      ),
    )
  })

  test('refuses cycles, in every kind of container', () => {
    const object: Record<string, unknown> = {}
    object['self'] = { deep: [object] }
    expect(refusal(object).path).toBe('args.self.deep[0]')
    const map = new Map<unknown, unknown>()
    map.set('me', map)
    expect(refusal([map]).message).toMatch(/refers back/)
    const set = new Set<unknown>()
    set.add(set)
    expect(refusal(set).message).toMatch(/refers back/)
  })

  test('refuses what is nested too deep, however deep it is', () => {
    for (const depth of [501, 100_000]) {
      let value: unknown = 1
      for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
      expect(refusal(value).message).toMatch(/nested more than 500 levels/)
    }
  })

  test('names a getter that throws, with its error as the cause', () => {
    const error = refusal([
      {
        get total() {
          throw new RangeError('no total')
        },
      },
    ])
    expect(error.path).toBe('args[0].total')
    expect(error.cause).toBeInstanceOf(RangeError)
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(refusal({ proxy }).path).toBe('args.proxy')
  })

  test('refuses more than 2 MB, in bytes of UTF-8', () => {
    expect(encodePayload('x'.repeat(2 * 1024 * 1024 - 2), 'result')).toHaveLength(2 * 1024 * 1024)
    for (const text of [
      'x'.repeat(2 * 1024 * 1024 - 1),
      'é'.repeat(1024 * 1024),
      '€'.repeat(700_000),
      '👍'.repeat(530_000),
    ]) {
      expect(() => encodePayload(text, 'result')).toThrow(PayloadTooLargeError)
    }
    expect(() => encodePayload([1, new Uint8Array(1_600_000)], 'result')).toThrow(/^result is too large/)
  })

  test('refuses a small graph with an enormous tree', { timeout: 30_000 }, () => {
    let twice: unknown = [1n]
    let plain: unknown = [1]
    for (let i = 0; i < 60; i++) {
      twice = [twice, twice]
      plain = { a: plain, b: plain }
    }
    expect(() => encodePayload(twice, 'result')).toThrow(PayloadTooLargeError)
    expect(() => encodePayload(plain, 'result')).toThrow(PayloadTooLargeError)
    expect(() => encodePayload(new Array(2 ** 32 - 1), 'result')).toThrow(PayloadTooLargeError)
  })
})
