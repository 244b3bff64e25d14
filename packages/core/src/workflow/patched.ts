// Changes of code in place, under a name that the history keeps: runs that began before go on as they were.
import { validateId } from '../base/id.js'
import { ReadOnlyContextError } from './read-only-context-error.js'
import { currentScope, steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'

/** Whether the run has the patch, decided at its first call; records it if so. */
const decide = (scope: RunScope, patchId: string, isDeprecated: boolean): boolean => {
  const known = scope.patches?.get(patchId)
  if (known !== undefined) return known
  const flag = isDeprecated ? ',"deprecated":true' : ''
  const data = `{"patchId":${JSON.stringify(patchId)}${flag}}`
  // A replay repeats what was recorded, also where the code has been deprecated since.
  const recorded = scope.replaying ? scope.recordedPatch(patchId) : data
  ;(scope.patches ??= new Map()).set(patchId, recorded !== undefined)
  if (recorded !== undefined) scope.issue('RecordPatch', recorded)
  return recorded !== undefined
}

/**
 * Whether this run is to take the new way of a change: true for runs that come here for the first time with the new code,
 * false for those whose history was recorded by the old. One run has one answer for its whole life.
 *
 * @example
 * if (patched('charge-before-ship')) await payments.charge(order)
 *
 * @param patchId names the change: never use one again for another
 * @throws InvalidOptionError for an id that isn't one
 * @throws ReadOnlyContextError in a query that asks before the run did
 */
export const patched = (patchId: string): boolean => {
  validateId('patchId', patchId)
  const looking = currentScope('patched')
  if (looking.readOnly) {
    const known = looking.patches?.get(patchId)
    if (known === undefined) throw new ReadOnlyContextError('patched')
    return known
  }
  return decide(steppingScope('patched'), patchId, false)
}

/**
 * Stands where `patched` stood, once no run without the patch is open: the old way is gone from the code. When no run with
 * a plain mark of the patch is open any more either, this call can go too.
 *
 * @throws InvalidOptionError for an id that isn't one
 */
export const deprecatePatch = (patchId: string): void => {
  validateId('patchId', patchId)
  decide(steppingScope('deprecatePatch'), patchId, true)
}
