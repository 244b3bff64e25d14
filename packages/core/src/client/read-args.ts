// The arguments that a caller gives for a method of a workflow.
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { encodePayload } from '../codec/encode-payload.js'

/**
 * @param method as people call it
 * @returns JSON text of the array of encoded arguments
 * @throws InvalidOptionError, UnencodableValueError, PayloadTooLargeError
 */
export const readArgs = (args: unknown, method: string): string => {
  if (args === undefined) return '[]'
  if (!Array.isArray(args)) {
    throw new InvalidOptionError(
      'args',
      `an array of the arguments of the ${method} method`,
      args,
      'Write args: [value].',
    )
  }
  return encodePayload(args, 'args')
}
