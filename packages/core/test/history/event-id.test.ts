import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEventId } from '../../src/history/event-id.js'

describe('readEventId', () => {
  test('reads what a parse would read, whatever the id holds and wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.boolean(), (timerId, value, first) => {
        const data = JSON.stringify(first ? { timerId, value } : { value, timerId })
        expect(readEventId('timerId', data)).toBe(timerId)
      }),
    )
  })
})
