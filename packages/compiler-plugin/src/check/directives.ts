// `// foliot-allow <rule> -- <reason>` in a project's own file lets one statement break one rule: the next one, or the
// one on its own line. A directive without a reason, for an unknown rule or without effect is reported itself.
import { parseSync, type Node } from 'oxc-parser'
import { codeFrame } from '../report/code-frame.js'
import type { Diagnostic } from '../report/diagnostic.js'
import { forEachChild } from '../twin/walk.js'

export interface Directive {
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length: number
  readonly text: string
  /** The lines it covers. */
  readonly fromLine: number
  readonly toLine: number
}

export interface FileDirectives {
  readonly valid: readonly Directive[]
  readonly problems: readonly Diagnostic[]
}

const tag = 'foliot-allow'

export const readDirectives = (file: string, text: string, rules: ReadonlySet<string>): FileDirectives => {
  const valid: Directive[] = []
  const problems: Diagnostic[] = []
  if (!text.includes(tag)) return { valid, problems }
  const { program, comments } = parseSync(file, text)
  const lines = lineNumbers(text)

  for (const comment of comments) {
    const match = new RegExp(`^\\s*${tag}(?![\\w-])\\s*(\\S*)\\s*(.*?)\\s*$`, 's').exec(comment.value)
    if (match === null) continue
    const [, rule = '', rest = ''] = match
    const line = lines.at(comment.start)
    const position = { file, line, column: comment.start - lines.startOf(line) + 1 }
    const length = comment.end - comment.start
    const problem = !rules.has(rule)
      ? rule === ''
        ? 'names no rule.'
        : `names the rule '${rule}', which there isn't.`
      : /^--\s*\S/.test(rest)
        ? undefined
        : 'gives no reason.'
    if (problem !== undefined) {
      problems.push({
        rule: 'bad-directive',
        severity: 'error',
        message: `The directive ${problem}`,
        position,
        length,
        frame: codeFrame(text, position, length),
        instead: `// ${tag} ${rules.has(rule) ? rule : 'no-wall-clock'} -- the reason why it does no harm here`,
      })
      continue
    }
    const isTrailing = text.slice(lines.startOf(line), comment.start).trim() !== ''
    const covered = (isTrailing ? undefined : nextStatement(program, comment.end, lines)) ?? [line, line]
    valid.push({ rule, ...position, length, text, fromLine: covered[0], toLine: covered[1] })
  }
  return { valid, problems }
}

export const unusedDirective = ({ rule, file, line, column, length, text }: Directive): Diagnostic => ({
  rule: 'unused-directive',
  severity: 'warning',
  message: `Nothing here breaks ${rule}, so the directive has no effect.`,
  position: { file, line, column },
  length,
  frame: codeFrame(text, { file, line, column }, length),
  instead: 'nothing: remove the comment',
})

/** The lines of the statement or class member that starts first after an offset; of a function or class, its head. */
const nextStatement = (program: Node, offset: number, lines: Lines): readonly [number, number] | undefined => {
  let next: Node | undefined
  const visit = (node: Node): void => {
    if (node.end <= offset) return
    const isCovered = /(Statement|Declaration|Definition)$/.test(node.type) && node.start >= offset
    if (isCovered && (next === undefined || node.start < next.start)) next = node
    else if (!isCovered) forEachChild(node, visit)
  }
  visit(program)
  if (next === undefined) return undefined
  const from = lines.at(next.start)
  return /^(Function|Class|Method|Export)/.test(next.type) ? [from, from] : [from, lines.at(next.end)]
}

interface Lines {
  at(offset: number): number
  startOf(line: number): number
}

const lineNumbers = (text: string): Lines => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    at: (offset) => starts.findLastIndex((start) => start <= offset) + 1,
    startOf: (line) => starts[line - 1] ?? 0,
  }
}
