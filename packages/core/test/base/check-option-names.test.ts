import { describe, expect, test } from 'vitest'
import { checkOptionNames } from '../../src/base/check-option-names.js'

const check = (options: unknown, path?: string) => checkOptionNames('connect', options, ['schema', 'listen'], path)

describe('checkOptionNames', () => {
  test('hands known options back', () => {
    expect(check({ schema: 'a', listen: undefined })).toEqual({ schema: 'a', listen: undefined })
  })

  test('names the option that was meant', () => {
    expect(() => check({ shcema: 'a' })).toThrow(
      'shcema: Expected no such option of connect, got "a". Did you mean schema?',
    )
  })

  test('lists the options for a name that is near to none', () => {
    expect(() => check({ color: 1 })).toThrow('Its options are schema, listen.')
  })

  test('gives the path within other options', () => {
    expect(() => check({ lsten: true }, 'pool')).toThrow(expect.objectContaining({ option: 'pool.lsten' }))
  })

  test.each([[null], [7], ['text'], [[]]])('refuses %j', (options) => {
    expect(() => check(options)).toThrow('Expected an object')
  })
})
