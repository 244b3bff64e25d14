// Changes pieces of generated code without losing its source map: what stands behind a change on its line moves along.

export interface CodeEdit {
  /** Offset in the code. */
  readonly start: number
  readonly removed: number
  /** Without line breaks. */
  readonly inserted: string
}

export interface MappedCode {
  readonly code: string
  /** The `mappings` of a source map. */
  readonly mappings: string
}

/** @param edits in any order; they don't overlap */
export const editCode = ({ code, mappings }: MappedCode, edits: readonly CodeEdit[]): MappedCode => {
  if (edits.length === 0) return { code, mappings }
  const lines = mappings.split(';')
  const parts: string[] = []
  let copied = 0
  let line = 0
  let lineStart = 0
  let moved = 0
  for (const { start, removed, inserted } of [...edits].sort((a, b) => a.start - b.start)) {
    for (let next = code.indexOf('\n', lineStart); next !== -1 && next < start; next = code.indexOf('\n', lineStart)) {
      line++
      lineStart = next + 1
      moved = 0
    }
    const by = inserted.length - removed
    lines[line] = moveSegments(lines[line] ?? '', start - lineStart + moved + removed, by)
    moved += by
    parts.push(code.slice(copied, start), inserted)
    copied = start + removed
  }
  parts.push(code.slice(copied))
  return { code: parts.join(''), mappings: lines.join(';') }
}

/** Columns count from the segment before, so moving the first one behind `column` moves all that follow. */
const moveSegments = (line: string, column: number, by: number): string => {
  if (line === '' || by === 0) return line
  const segments = line.split(',')
  let at = 0
  for (const [index, segment] of segments.entries()) {
    const { value, length } = decode(segment)
    at += value
    if (at < column) continue
    segments[index] = encode(value + by) + segment.slice(length)
    break
  }
  return segments.join(',')
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const decode = (segment: string): { readonly value: number; readonly length: number } => {
  let bits = 0
  let length = 0
  for (let more = true; more; length++) {
    const digit = digits.indexOf(segment[length] ?? 'A')
    bits |= (digit & 31) << (5 * length)
    more = (digit & 32) !== 0
  }
  return { value: bits & 1 ? -(bits >>> 1) : bits >>> 1, length }
}

const encode = (value: number): string => {
  let bits = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const rest = bits >>> 5
    text += digits[(bits & 31) | (rest > 0 ? 32 : 0)]
    bits = rest
  } while (bits > 0)
  return text
}
