// Values to JSON text, as payloads are stored. decode-payload.ts is the way back.
import { checkPayloadSize } from './payload-size.js'
import { isPlainJson } from './is-plain-json.js'
import { ValueTagger } from './tag-value.js'

/**
 * The JSON text of a value. Arrays come back without holes and without properties of their own, getters as the value
 * they gave, errors within the bounds of capture-failure.ts; every other value comes back as it was.
 *
 * @param path where the value stands, for errors, such as `args`
 * @throws UnencodableValueError for functions, symbols, class instances, cycles, and more than 500 levels
 * @throws PayloadTooLargeError above 2 MB
 */
export const encodePayload = (value: unknown, path: string): string => {
  const json = JSON.stringify(isPlainJson(value, path) ? value : new ValueTagger(path).tag(value))
  checkPayloadSize(json, path)
  return json
}
