// Names and ids that come from outside: workflow ids, timer ids, task queues, activity names, workflow types.
import { InvalidOptionError } from './invalid-option-error.js'

/** In UTF-16 units, as `length` counts them; at most 765 bytes of UTF-8. */
export const maxIdLength = 255

/** Ids with this prefix are Foliot's own. */
export const reservedIdPrefix = '__'

// Control characters, and surrogates without their other half: no UTF-8 text can hold those.
const unwanted = /[\p{Cc}\p{Cs}]/u

/**
 * The id, if it is one: a text of 1 to 255 characters (UTF-16 units) without control characters or lone surrogates,
 * not beginning with `__`.
 *
 * @throws InvalidOptionError
 */
export const validateId = (option: string, id: unknown): string => {
  if (typeof id !== 'string' || id === '') throw new InvalidOptionError(option, 'a non-empty string', id)
  if (id.length > maxIdLength) {
    throw new InvalidOptionError(option, `at most ${maxIdLength} characters`, id, 'Use a hash for longer keys.')
  }
  if (unwanted.test(id)) {
    throw new InvalidOptionError(option, 'text without control characters and lone surrogates', id)
  }
  if (id.startsWith(reservedIdPrefix)) {
    throw new InvalidOptionError(
      option,
      `a name that doesn't begin with ${reservedIdPrefix}`,
      id,
      'Such names are reserved.',
    )
  }
  return id
}
