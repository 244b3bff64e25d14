import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePayloadText } from '../../src/codec/decode-payload.js'
import { PayloadUnreadableError } from '../../src/codec/payload-unreadable-error.js'

test.each([
  '',
  'nope',
  '{"$type":"Temporal.Instant","value":"x"}',
  '{"$type":"Date","value":5}',
  '{"$type":"Date","value":"yesterday"}',
  '{"$type":"Date"}',
  '{"$type":"bigint","value":"0x1"}',
  '{"$type":"bigint","value":12}',
  '{"$type":"number","value":"12"}',
  '{"$type":"number","value":"toString"}',
  '{"$type":"Map","value":[[1]]}',
  '{"$type":"Map","value":{}}',
  '{"$type":"Set","value":null}',
  '{"$type":"Uint8Array","value":"AQ="}',
  '{"$type":"URL","value":"no url"}',
  '{"$type":"RegExp","source":"("}',
  '{"$type":"RegExp","source":"(","flags":""}',
  '{"$type":"Error","value":null}',
  '{"$type":"Object","value":[]}',
  '{"$type":"Object"}',
  '{"$type":5}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
])('a payload that nobody wrote is unreadable, not a crash: %s', (json) => {
  expect(() => decodePayloadText(json)).toThrow(PayloadUnreadableError)
})

test('any JSON decodes or is called unreadable', () => {
  const form = fc.record({
    $type: fc.constantFrom('Date', 'Map', 'Set', 'Error', 'Object', 'bigint', 'RegExp', 'URL', 'number'),
    value: fc.jsonValue(),
  })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), form, fc.array(form)), (payload) => {
      try {
        decodePayloadText(JSON.stringify(payload))
      } catch (error) {
        expect(PayloadUnreadableError.is(error)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})
