import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FoliotError } from '../../src/base/foliot-error.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import { ActivityFailure } from '../../src/codec/activity-failure.js'
import { ActivityTimeoutFailure } from '../../src/codec/activity-timeout-failure.js'
import { ApplicationFailure } from '../../src/codec/application-failure.js'
import { CancelledFailure } from '../../src/codec/cancelled-failure.js'
import { decodeFailure } from '../../src/codec/decode-failure.js'
import { decodePayloadText } from '../../src/codec/decode-payload.js'
import { encodeFailure } from '../../src/codec/encode-failure.js'
import { encodePayload } from '../../src/codec/encode-payload.js'
import type { Failure } from '../../src/codec/failure.js'
import { encodableValue } from './encodable-value.js'

const encode = (error: unknown): Failure => JSON.parse(JSON.stringify(encodeFailure(error))) as Failure
const roundTrip = (error: unknown): Error => decodeFailure(encode(error))

class CardDeclined extends Error {
  readonly cardId: string
  readonly at = new Date(7)

  constructor(message: string, cardId: string, options?: ErrorOptions) {
    super(message, options)
    this.cardId = cardId
  }
}

describe('a failure', () => {
  // traps: 71
  test('keeps type, message, stack, own fields and the chain of causes', () => {
    const error = new CardDeclined('no', 'card-1', { cause: new TypeError('inner', { cause: new Error('root') }) })
    const back = roundTrip(error) as CardDeclined
    expect(back).toMatchObject({
      name: 'CardDeclined',
      message: 'no',
      stack: error.stack,
      cardId: 'card-1',
      at: new Date(7),
    })
    expect(back.cause).toBeInstanceOf(TypeError)
    expect((back.cause as Error).stack).toBe((error.cause as Error).stack)
    expect((back.cause as Error).cause).toMatchObject({ name: 'Error', message: 'root' })
    expect(Object.keys(back)).toEqual(
      ['cardId', 'at'].sort((a, b) => Object.keys(error).indexOf(a) - Object.keys(error).indexOf(b)),
    )
  })

  test('keeps the own fields of any encodable value', () => {
    fc.assert(
      fc.property(encodableValue, (value) => {
        const back = roundTrip(Object.assign(new Error('x'), { value }))
        const json = encodePayload(value, 'value')
        if (json.length < 8_000) expect(back).toHaveProperty('value', value)
      }),
    )
  })

  test('recorded again is the same failure', () => {
    const error = Object.assign(new RangeError('outer', { cause: new CardDeclined('no', 'card-1') }), {
      fn: () => 1,
      code: 'E_X',
    })
    const failure = encode(error)
    expect(failure.lost).toEqual(['fn'])
    expect(encode(decodeFailure(failure))).toEqual(failure)
  })

  test.each([EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, Error])(
    'of %o comes back as one',
    (ErrorClass) => {
      expect(roundTrip(new ErrorClass('x')).constructor).toBe(ErrorClass)
    },
  )

  // traps: 72
  test('keeps the errors of an AggregateError', () => {
    const back = roundTrip(new AggregateError([new TypeError('a'), 'b'], 'all'))
    expect(back).toBeInstanceOf(AggregateError)
    expect((back as AggregateError).errors).toMatchObject([
      { name: 'TypeError', message: 'a' },
      { name: 'ThrownValue', message: 'b', value: 'b' },
    ])
  })

  test('keeps a code, but lets nobody pass for Foliot', () => {
    expect(encode(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toMatchObject({ code: 'ECONNREFUSED' })
    const fake = roundTrip(Object.assign(new Error('x'), { code: 'FOLIOT_CANCELLED' }))
    expect(CancelledFailure.is(fake)).toBe(false)
    expect(fake).toHaveProperty('code', 'FOLIOT_CANCELLED')
  })

  test('names a subclass that sets no name, also of a TypeError', () => {
    class NotFound extends TypeError {}
    expect(encode(new NotFound('x')).type).toBe('NotFound')
    expect(encode(new CardDeclined('x', 'y')).type).toBe('CardDeclined')
    expect(encode(Object.assign(new NotFound('x'), { name: 'Custom' })).type).toBe('Custom')
    expect(roundTrip(new NotFound('x')).name).toBe('NotFound')
  })

  test('of an AbortError keeps its name', () => {
    const controller = new AbortController()
    controller.abort()
    expect(encode(controller.signal.reason)).toMatchObject({
      type: 'AbortError',
      message: 'This operation was aborted',
    })
  })

  test.each([
    ['text', 'text'],
    [42, '42'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ message: 'said', n: 1 }, 'said'],
    [[1], 'an array of 1'],
  ])('of the thrown value %o says %s and keeps the value', (value, message) => {
    expect(encode(value)).toMatchObject({ type: 'ThrownValue', message })
    expect(roundTrip(value)).toHaveProperty('value', value)
  })

  // traps: 72
  test('marks cycles where they close', () => {
    const a = new Error('a')
    const b = new Error('b', { cause: a })
    a.cause = b
    Object.assign(a, { self: a, list: [b] })
    const failure = encode(a)
    expect(failure).toMatchObject({
      message: 'a',
      lost: ['self'],
      cause: { message: 'b', cause: { message: 'a', cut: 'cycle' } },
    })
    expect(encode(decodeFailure(failure)).cause?.cause).toMatchObject({ message: 'a', cut: 'cycle' })
  })

  test('of 10,000 causes keeps 20 and marks the cut', () => {
    let error = new Error('root')
    for (let i = 0; i < 10_000; i++) error = new Error(`cause ${i}`, { cause: error })
    let failure: Failure | undefined = encode(error)
    let causes = 0
    while (failure?.cause !== undefined) {
      failure = failure.cause
      causes += 1
    }
    expect(causes).toBeLessThanOrEqual(21)
    expect(causes).toBeGreaterThanOrEqual(20)
    expect(failure?.cut).toBe('depth')
  })

  test('stays within its bounds whatever it is made of', () => {
    const big = 'x'.repeat(1_000_000)
    const errors = Array.from({ length: 2_000 }, () => Object.assign(new Error(big), { stack: big, a: big, b: [big] }))
    const error = Object.assign(new AggregateError(errors, big), { big, many: Array(5_000).fill(errors[0]), name: big })
    for (let i = 0; i < 500; i++)
      Object.assign(error, { [`${i}${big.slice(0, 5_000)}`]: big, [`n${i}`]: 'y'.repeat(1000) })
    const failure = encodeFailure(error)
    expect(JSON.stringify(failure).length).toBeLessThan(128 * 1024)
    expect(failure.message).toMatch(/^x+… \(1000000 characters\)$/)
    expect(failure.lost).toContain('big')
    expect(failure.errors?.at(-1)?.cut).toBe('size')
  })

  test('of errors that hold one another in fields is made, within bounds', { timeout: 20_000 }, () => {
    let error: Error = new Error('leaf')
    for (let i = 0; i < 60; i++)
      error = Object.assign(new Error(`${i}`, { cause: error }), { left: error, right: [error] })
    // Without bounds it would take longer than anybody waits.
    expect(JSON.stringify(encodeFailure(error)).length).toBeLessThan(128 * 1024)
  })

  // traps: 72
  test('survives getters that throw, proxies and strange prototypes', () => {
    const boom = (): never => {
      throw new Error('boom')
    }
    const hostile = new Error('x')
    for (const key of ['stack', 'name', 'message', 'cause', 'code', 'errors', 'nonRetryable', 'constructor', 'own']) {
      Object.defineProperty(hostile, key, { get: boom, enumerable: true })
    }
    expect(encode(hostile)).toEqual({ type: 'Error', message: '', lost: ['code', 'constructor', 'own'] })
    const { proxy, revoke } = Proxy.revocable(new Error('y'), {})
    revoke()
    expect(encode(proxy).message).toEqual(expect.any(String))
    expect(encode(Object.create(null)).type).toBe('ThrownValue')
    expect(encode(Object.setPrototypeOf(new Error('z'), null)).message).toBe('z')
    expect(encode(Object.assign(new Error('m'), { message: { toString: boom } })).message).toBe('an object')
    expect(encode(runInNewContext(`new RangeError('far')`))).toMatchObject({ type: 'RangeError', message: 'far' })
  })

  test('of anything at all is made without throwing, and comes back', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          for (const thrown of [value, Object.assign(new Error('x'), { value }), new Error('x', { cause: value })]) {
            expect(typeof roundTrip(thrown).message).toBe('string')
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('Foliot errors', () => {
  const cause = new CardDeclined('no', 'card-1')
  const samples = [
    new ActivityFailure({ activityName: 'email.send', attempt: 3, cause }),
    new ActivityTimeoutFailure({ activityName: 'email.send', attempt: 1, timeout: 'heartbeat', cause }),
    new ApplicationFailure('no', { type: 'CardDeclined', details: { id: 5n }, nonRetryable: true, cause }),
    new ApplicationFailure('plain'),
    new CancelledFailure(),
  ]

  test.each(samples)('$name comes back as itself', (error) => {
    const back = roundTrip(error)
    expect(back.constructor).toBe(error.constructor)
    expect((error.constructor as typeof FoliotError).is(back)).toBe(true)
    expect(FoliotError.is(back)).toBe(true)
    expect({ ...back }).toEqual({ ...error })
    expect(back).toMatchObject({ name: error.name, message: error.message, stack: error.stack })
    expect((back.cause as Error | undefined)?.message).toBe((error.cause as Error | undefined)?.message)
    expect(back.propertyIsEnumerable('cause')).toBe(false)
    expect(encode(back)).toEqual(encode(error))
  })

  test('of other classes are recognised by their class too', () => {
    const back = roundTrip(new InvalidOptionError('limit', 'a number', 'x'))
    expect(InvalidOptionError.is(back)).toBe(true)
    expect(ActivityFailure.is(back)).toBe(false)
    expect(back).toMatchObject({ name: 'InvalidOptionError', code: 'FOLIOT_INVALID_OPTION', option: 'limit' })
  })

  test('carry the type that the author gave', () => {
    expect(encode(samples[2])).toMatchObject({
      type: 'CardDeclined',
      nonRetryable: true,
      code: 'FOLIOT_APPLICATION_FAILURE',
    })
    expect(roundTrip(samples[2])).toMatchObject({ type: 'CardDeclined', details: { id: 5n } })
  })

  test('inside payloads come back as themselves', () => {
    const [back] = decodePayloadText(encodePayload([samples[0]], 'result')) as [unknown]
    expect(ActivityFailure.is(back) && back.activityName).toBe('email.send')
  })
})
