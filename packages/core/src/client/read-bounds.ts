// The options that several calls on a handle take, checked.
import { InvalidOptionError } from '../base/invalid-option-error.js'

/** @throws InvalidOptionError */
export const readAbortSignal = (signal: unknown): AbortSignal | undefined => {
  if (signal === undefined || signal instanceof AbortSignal) return signal
  throw new InvalidOptionError('signal', 'an AbortSignal', signal)
}

/** @throws InvalidOptionError */
export const readAfterSeq = (afterSeq: unknown): number => {
  if (afterSeq === undefined) return 0
  if (typeof afterSeq === 'number' && Number.isSafeInteger(afterSeq) && afterSeq >= 0) return afterSeq
  throw new InvalidOptionError(
    'afterSeq',
    'the number of an event, or 0',
    afterSeq,
    'It is the `seq` of the last event that was seen.',
  )
}

/** @throws InvalidOptionError */
export const readLimit = (limit: unknown): number => {
  if (limit === undefined) return Number.POSITIVE_INFINITY
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 1) return limit
  throw new InvalidOptionError('limit', 'a whole number of at least 1', limit)
}
