import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePayload } from '../../src/codec/encode-payload.js'
import { readSignalMessage, readUpdateMessage, signalMessage, updateMessage } from '../../src/store/call-message.js'

const args = fc.array(fc.jsonValue()).map((values) => encodePayload(values, 'args'))

test('a message is read as it was written, whatever stands in its names, and its arguments as the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), args, (updateId, name, text) => {
      expect(readSignalMessage(signalMessage({ name, args: text }))).toEqual({ name, args: text })
      expect(readUpdateMessage(updateMessage({ updateId, name, args: text }))).toEqual({ updateId, name, args: text })
    }),
  )
})

test('a message that was written otherwise is read all the same', () => {
  expect(readSignalMessage('{ "args" : [1, {"a": 2}], "name" : "s" }')).toEqual({ name: 's', args: '[1,{"a":2}]' })
})
