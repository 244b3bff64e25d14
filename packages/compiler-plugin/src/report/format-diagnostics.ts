// Diagnostics as text for a terminal.
import type { Diagnostic, Severity } from './diagnostic.js'

export interface FormatOptions {
  /**
   * Whether to use terminal colours.
   * @default false
   */
  readonly color?: boolean
}

const colors: Readonly<Record<Severity | 'faint' | 'bold', string>> = {
  error: '31',
  warning: '33',
  info: '36',
  faint: '2',
  bold: '1',
}

/**
 * Writes diagnostics as text, one block each, with a count at the end.
 *
 * ```ts
 * const { diagnostics } = await bundleWorkflows({ workflows: 'src/workflows' })
 * console.log(formatDiagnostics(diagnostics, { color: process.stdout.isTTY }))
 * ```
 */
export const formatDiagnostics = (
  diagnostics: readonly Diagnostic[],
  { color = false }: FormatOptions = {},
): string => {
  if (diagnostics.length === 0) return ''
  const paint = (style: keyof typeof colors, text: string): string =>
    color ? `\u001b[${colors[style]}m${text}\u001b[0m` : text

  const block = ({ rule, severity, message, position, frame, witness, instead }: Diagnostic): string => {
    const place = position === undefined ? '' : `  ${position.file}:${position.line}:${position.column}`
    return [
      `${paint(severity, severity)} ${paint('bold', rule)}${place}`,
      `  ${message}`,
      ...(frame === undefined ? [] : ['', indent(frame)]),
      ...(witness === undefined && instead === undefined ? [] : ['']),
      ...(witness === undefined ? [] : [`  ${paint('faint', 'reached ')} ${witness.join(' → ')}`]),
      ...(instead === undefined ? [] : [`  ${paint('faint', 'instead ')} ${instead}`]),
    ].join('\n')
  }
  return [...diagnostics.map(block), countOf(diagnostics)].join('\n\n')
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')

const countOf = (diagnostics: readonly Diagnostic[]): string => {
  const count = (severity: Severity, one: string, many: string): string[] => {
    const total = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
    return total === 0 ? [] : [`${total} ${total === 1 ? one : many}`]
  }
  return [
    ...count('error', 'error', 'errors'),
    ...count('warning', 'warning', 'warnings'),
    ...count('info', 'note', 'notes'),
  ].join(', ')
}
