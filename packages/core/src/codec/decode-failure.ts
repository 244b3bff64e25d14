// Recorded failures back to errors. encode-failure.ts makes them.
import { decodePayload } from './decode-payload.js'
import type { Failure } from './failure.js'
import { rebuildError } from './rebuild-error.js'

/**
 * An Error with the name, message, stack, code, causes and own fields of the one that was recorded. The language's own
 * error types and Foliot's failures come back as such; an author's class comes back as an Error of its name.
 */
export const decodeFailure = (failure: Failure): Error => rebuildError(failure, decodePayload)
