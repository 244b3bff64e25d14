// Places a finding about a node of the twin in the author's file.
import type { Node } from 'oxc-parser'
import type { Twin } from '../twin/twin.js'
import { codeFrame } from './code-frame.js'
import type { Diagnostic } from './diagnostic.js'

export const placeDiagnostic = (
  { code, positions }: Pick<Twin, 'code' | 'positions'>,
  node: Node,
  finding: Omit<Diagnostic, 'position' | 'length' | 'frame'>,
): Diagnostic => {
  const position = positions.locate(node.start)
  if (position === undefined) return finding
  const text = positions.textOf(position.file)
  if (text === undefined) return { ...finding, position }
  const length = lengthInSource(
    code.slice(node.start, node.end),
    lineAt(text, position.line).slice(position.column - 1),
  )
  return { ...finding, position, length, frame: codeFrame(text, position, length) }
}

const lineAt = (text: string, line: number): string => text.split(/\r?\n/, line)[line - 1] ?? ''

/** As much of the node's first line as stands in the source in the same form; at least a word. */
const lengthInSource = (node: string, source: string): number => {
  let same = 0
  while (same < node.length && same < source.length && node[same] === source[same] && node[same] !== '\n') same++
  return Math.max(same, /^[\w$]+/.exec(source)?.[0].length ?? 1)
}
