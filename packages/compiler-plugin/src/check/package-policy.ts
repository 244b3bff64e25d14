// How a use inside a package is reported. A package's own code isn't the author's to change, much of it never runs, and
// what the sandbox replaces works there: so only what would fail counts.
import type { Severity } from '../report/diagnostic.js'
import type { SinkUse } from './sink-use.js'

/** `undefined`: not at all; the sandbox's own error is the backstop. */
export const severityInPackage = (use: SinkUse, isRequiredOnLoad: boolean): Severity | undefined => {
  if (use.rule.inPackages === 'never' || use.sandbox === 'virtual' || use.isGuarded) return undefined
  if (use.specifier !== undefined) return isRequiredOnLoad ? 'error' : 'warning'
  return use.isOnLoad ? 'error' : 'warning'
}
