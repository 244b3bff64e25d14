import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant, toEpochMilliseconds } from '../../src/base/instant.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'

const ms = (at: unknown): number => toEpochMilliseconds('at', at)

describe('toEpochMilliseconds', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00Z', 0],
    ['2026-03-01T09:00:00+01:00', Date.UTC(2026, 2, 1, 8)],
    ['2026-03-01T09:00:00-0330', Date.UTC(2026, 2, 1, 12, 30)],
    ['2026-03-01T09:00:00+05', Date.UTC(2026, 2, 1, 4)],
    ['2024-02-29t12:34:56.7z', Date.UTC(2024, 1, 29, 12, 34, 56, 700)],
    ['2026-03-01 09:00:00.123Z', Date.UTC(2026, 2, 1, 9, 0, 0, 123)],
    ['0099-01-01T00:00:00Z', Date.parse('0099-01-01T00:00:00Z')],
    ['-000001-01-01T00:00:00Z', Date.parse('-000001-01-01T00:00:00Z')],
  ])('reads %s', (text, expected) => {
    expect(ms(text)).toBe(expected)
  })

  // traps: 5
  test('rounds what lies below a millisecond up', () => {
    expect(ms('1970-01-01T00:00:00.0010Z')).toBe(1)
    expect(ms('1970-01-01T00:00:00.0011Z')).toBe(2)
    expect(ms('1970-01-01T00:00:00.9999Z')).toBe(1000)
    expect(ms({ epochNanoseconds: 1n })).toBe(1)
    expect(ms({ epochNanoseconds: 1_000_000n })).toBe(1)
    expect(ms({ epochNanoseconds: -1n })).toBe(0)
    expect(ms({ epochNanoseconds: -1_000_001n })).toBe(-1)
  })

  test('takes back what formatInstant wrote, and a Date, for every instant', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(ms(formatInstant(date.getTime()))).toBe(date.getTime())
        expect(ms(date)).toBe(date.getTime())
      }),
    )
  })

  test('takes a Date of another context', () => {
    expect(ms(runInNewContext('new Date(12345)'))).toBe(12345)
  })

  test('refuses a text without an offset and says what to add', () => {
    expect(() => ms('2026-03-01T09:00:00')).toThrow(/Add the offset from UTC/)
  })

  test.each([
    '2026-03-01',
    'tomorrow',
    '',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01:99',
    '+275761-01-01T00:00:00Z',
    new Date(NaN),
    runInNewContext('new Date(NaN)') as Date,
    0,
    NaN,
    null,
    undefined,
    {},
    { epochNanoseconds: 5 },
    { epochNanoseconds: 10n ** 30n },
    { getTime: (): number => 5 },
    [],
  ])('refuses %o and names the option', (at) => {
    expect(() => toEpochMilliseconds('startAt', at)).toThrow(InvalidOptionError)
    expect(() => toEpochMilliseconds('startAt', at)).toThrow(/^startAt: Expected /)
  })
})
