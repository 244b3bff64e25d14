// Engine flags: numbered changes of behaviour that would change what older histories mean. A run records in RunStarted
// those it was started under and keeps them for life; a number, once given out, never gets another meaning.
import { UnknownEventError } from './unknown-event-error.js'

const knownFlags: ReadonlySet<number> = new Set()

/** What a new run records. */
export const currentEngineFlags: readonly number[] = [...knownFlags]

/** @throws UnknownEventError when the run was started under a flag of a newer version. */
export const checkEngineFlags = (flags: readonly number[]): void => {
  for (const flag of flags) {
    if (!knownFlags.has(flag)) throw new UnknownEventError(1, `the engine flag ${flag}`)
  }
}
