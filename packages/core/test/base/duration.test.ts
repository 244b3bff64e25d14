import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMilliseconds, type Duration } from '../../src/base/duration.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'

const ms = (duration: Duration): number => toMilliseconds('duration', duration)
const day = 86_400_000

describe('toMilliseconds', () => {
  test.each([
    ['30 seconds', 30_000],
    ['2h', 2 * 3_600_000],
    ['1 day', day],
    ['1h 30m', 5_400_000],
    ['1 hour 30 minutes', 5_400_000],
    ['250ms', 250],
    ['2 weeks', 14 * day],
    ['1.5 minutes', 90_000],
    ['400 days', 400 * day],
    ['-5 minutes', 0],
    [1500, 1500],
    [0, 0],
    [-0, 0],
    [-3, 0],
    [{ hours: 1, minutes: 30 }, 5_400_000],
    [{ weeks: 1, days: 1 }, 8 * day],
    [{ minutes: 1, seconds: undefined }, 60_000],
    [{ minutes: 1, seconds: -90 }, 0],
  ] as const)('reads %j as %d ms', (duration, expected) => {
    expect(Object.is(ms(duration), expected === 0 ? 0 : expected)).toBe(true)
  })

  // traps: 5
  test.each([
    [0.1, 1],
    [1.0001, 2],
    ['0.1ms', 1],
    ['1.0005s', 1001],
    [{ milliseconds: 1, nanoseconds: 1 }, 2],
    [{ microseconds: 1 }, 1],
  ] as const)('rounds %j up to %d ms', (duration, expected) => {
    expect(ms(duration)).toBe(expected)
  })

  test('adds no millisecond for the noise of a multiplication', () => {
    expect(ms('1.1h')).toBe(3_960_000)
    expect(ms('1100.1 weeks')).toBe(665_340_480_000)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (hundredths) => {
        expect(ms(`${hundredths / 100} hours`)).toBe(hundredths * 36_000)
      }),
    )
  })

  test('never comes out below what was asked, nor a millisecond above it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (asked) => {
        const got = ms(asked)
        expect(Number.isSafeInteger(got)).toBe(true)
        expect(got).toBeGreaterThanOrEqual(asked * (1 - 2 ** -50))
        expect(got).toBeLessThanOrEqual(Math.ceil(asked))
      }),
    )
  })

  test('reads the fields of an object whose fields are getters, such as a Temporal.Duration', () => {
    class TemporalLike {
      get years() {
        return 0
      }
      get months() {
        return 0
      }
      get hours() {
        return 2
      }
    }
    expect(toMilliseconds('d', new TemporalLike())).toBe(7_200_000)
  })

  test.each([
    NaN,
    Infinity,
    -Infinity,
    '',
    '  ',
    'soon',
    '30',
    '3 fortnights',
    '1h 30',
    '1h, 30m',
    '1e3 s',
    '--1s',
    '1 S',
    null,
    undefined,
    true,
    12n,
    {},
    [],
    [5],
    { hour: 1 },
    { hours: '1' },
    { hours: NaN },
    { hours: Infinity },
    1e300,
    '99999999999 weeks',
    `${'9'.repeat(400)} s`,
    new Date(0),
  ])('refuses %o and names the option', (duration) => {
    expect(() => toMilliseconds('heartbeatTimeout', duration)).toThrow(InvalidOptionError)
    expect(() => toMilliseconds('heartbeatTimeout', duration)).toThrow(/^heartbeatTimeout(\.\w+)?: Expected /)
  })

  test.each(['1 month', '2 years', '1y', '3mo', { months: 1 }, { years: 0.5 }])(
    'says why %o is no duration',
    (duration) => {
      expect(() => toMilliseconds('d', duration)).toThrow(/Months and years have no fixed length/)
    },
  )

  test('reads long hostile text without getting lost in it', () => {
    expect(() => toMilliseconds('d', '1 '.repeat(100_000))).toThrow(InvalidOptionError)
    expect(() => toMilliseconds('d', `${'1s'.repeat(100_000)}!`)).toThrow(InvalidOptionError)
  })
})
