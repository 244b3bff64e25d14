import { describe, expect, test, vi } from 'vitest'
import { FoliotError } from '../../src/base/foliot-error.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'

describe('FoliotError', () => {
  const error = new InvalidOptionError('limit', 'a number', 'x', 'Pass 5.')

  test('has a code, the name of its class, and a message in one grammar', () => {
    expect(error).toMatchObject({ code: 'FOLIOT_INVALID_OPTION', name: 'InvalidOptionError', option: 'limit' })
    expect(error.message).toBe('limit: Expected a number, got "x". Pass 5.')
    expect(error.stack).toMatch(/^InvalidOptionError: limit|^Error: limit/)
    expect(Object.keys(error).sort()).toEqual(['code', 'option'])
  })

  test('is recognised by its class and by the base, and nothing else is', () => {
    expect(InvalidOptionError.is(error)).toBe(true)
    expect(FoliotError.is(error)).toBe(true)
    expect(InvalidOptionError.is(new FoliotError('x'))).toBe(false)
    for (const other of [new Error('x'), { code: 'FOLIOT_INVALID_OPTION' }, null, undefined, 'x', () => 1]) {
      expect(FoliotError.is(other)).toBe(false)
      expect(InvalidOptionError.is(other)).toBe(false)
    }
  })

  test('of another copy of the package is recognised', async () => {
    vi.resetModules()
    const copy = await import('../../src/base/invalid-option-error.js')
    expect(copy.InvalidOptionError).not.toBe(InvalidOptionError)
    expect(copy.InvalidOptionError.is(error)).toBe(true)
    expect(InvalidOptionError.is(new copy.InvalidOptionError('a', 'b', 1))).toBe(true)
  })
})
