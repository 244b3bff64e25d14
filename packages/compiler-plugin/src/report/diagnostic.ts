// One finding of the compiler, in a form for people and for tools.
import type { SourcePosition } from '../twin/source-positions.js'

export type Severity = 'error' | 'warning' | 'info'

export interface Diagnostic {
  /** The rule's id, such as `no-wall-clock`; `build` for what the bundler reports. */
  readonly rule: string
  readonly severity: Severity
  /** What is wrong and what comes of it. */
  readonly message: string
  /** Absent for what concerns no single place. */
  readonly position?: SourcePosition
  /** How many characters from there are meant. */
  readonly length?: number
  /** The lines around it. */
  readonly frame?: string
  /** How a workflow gets there: the workflow, then modules from its own to the one at fault. */
  readonly witness?: readonly string[]
  /** What to write instead. */
  readonly instead?: string
}

/** By file, line, column and rule; what has no place comes first. */
export const compareDiagnostics = (a: Diagnostic, b: Diagnostic): number =>
  compareTexts(a.position?.file ?? '', b.position?.file ?? '') ||
  (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
  (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
  compareTexts(a.rule, b.rule) ||
  compareTexts(a.message, b.message)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
