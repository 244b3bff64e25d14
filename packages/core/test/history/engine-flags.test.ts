import { describe, expect, test } from 'vitest'
import { checkEngineFlags, currentEngineFlags } from '../../src/history/engine-flags.js'

describe('engine flags', () => {
  test('those of this engine pass', () => {
    expect(() => checkEngineFlags(currentEngineFlags)).not.toThrow()
  })

  test('one of a newer engine is refused by number', () => {
    expect(() => checkEngineFlags([...currentEngineFlags, 9_999])).toThrow(/engine flag 9999.*newer version/)
  })
})
