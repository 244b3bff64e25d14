// Refuses options that don't exist: a misspelt one would otherwise be ignored in silence.
import { closestName } from './closest-name.js'
import { InvalidOptionError } from './invalid-option-error.js'

/**
 * @param subject what takes the options, such as `client.start`; names them when they aren't an object
 * @param options what the caller passed
 * @param known every option there is
 * @param path the path of the options within others, such as `retry`
 * @throws InvalidOptionError when `options` isn't an object or has a name that isn't known
 */
export const checkOptionNames = <K extends string>(
  subject: string,
  options: unknown,
  known: readonly K[],
  path?: string,
): { readonly [Name in K]?: unknown } => {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidOptionError(path ?? `options of ${subject}`, 'an object', options)
  }
  for (const name of Object.keys(options)) {
    if ((known as readonly string[]).includes(name)) continue
    const meant = closestName(name, known)
    throw new InvalidOptionError(
      path === undefined ? name : `${path}.${name}`,
      `no such option of ${subject}`,
      Reflect.get(options, name),
      meant === undefined ? `Its options are ${known.join(', ')}.` : `Did you mean ${meant}?`,
    )
  }
  return options
}
