// Errors to their recorded form. decode-failure.ts is the way back.
import type { Failure } from './failure.js'
import { ValueTagger } from './tag-value.js'

/**
 * The recorded form of whatever was thrown: message, type, stack, code, own fields and the causes, bounded in depth
 * (20 causes) and size (64 KB), with cycles marked. Fields that can't be encoded are named in `lost`. Never throws.
 */
export const encodeFailure = (error: unknown): Failure => new ValueTagger('error').failure(error)
