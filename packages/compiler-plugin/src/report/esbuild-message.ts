// esbuild's messages as diagnostics.
import type { Message } from 'esbuild'
import type { Diagnostic, Severity } from './diagnostic.js'
import { codeFrame } from './code-frame.js'

/** @param textOf reads a file of the project */
export const fromEsbuildMessage = (
  { text, location, notes }: Message,
  severity: Severity,
  textOf: (file: string) => string | undefined,
): Diagnostic => {
  const message = [text, ...notes.map((note) => note.text)].filter((part) => part !== '').join('\n  ')
  if (location === null) return { rule: 'build', severity, message }
  const position = { file: location.file, line: location.line, column: location.column + 1 }
  const source = textOf(location.file)
  return {
    rule: 'build',
    severity,
    message,
    position,
    length: location.length,
    ...(source === undefined ? {} : { frame: codeFrame(source, position, location.length) }),
  }
}
