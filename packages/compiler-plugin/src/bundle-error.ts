// Thrown when workflows can't be bundled, with everything that is wrong at once.
import { FoliotError } from '@foliot/core/bundle'
import type { Diagnostic } from './report/diagnostic.js'
import { formatDiagnostics } from './report/format-diagnostics.js'

export class BundleError extends FoliotError {
  static override readonly code = 'FOLIOT_BUNDLE_FAILED'
  /** All findings, warnings included, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(`The workflows can't be bundled.\n\n${formatDiagnostics(diagnostics)}`)
    this.diagnostics = diagnostics
  }
}
