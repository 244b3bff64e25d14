// The lines around a place, with the place underlined.
import type { SourcePosition } from '../twin/source-positions.js'

const linesAround = 2

export const codeFrame = (text: string, { line, column }: SourcePosition, length = 1): string => {
  const lines = text.split(/\r?\n/)
  const from = Math.max(1, line - linesAround)
  const to = Math.min(lines.length, line + linesAround)
  const width = String(to).length
  const rows: string[] = []
  for (let at = from; at <= to; at++) {
    const content = lines[at - 1] ?? ''
    rows.push(`${at === line ? '>' : ' '} ${String(at).padStart(width)} | ${content}`.trimEnd())
    if (at !== line) continue
    const before = content.slice(0, column - 1).replace(/[^\t]/g, ' ')
    const marked = Math.max(1, Math.min(length, content.length - column + 1))
    rows.push(`  ${' '.repeat(width)} | ${before}${'^'.repeat(marked)}`)
  }
  return rows.join('\n')
}
