// Where a place in the twin stands in the author's files.
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { resolve } from 'node:path'

export interface SourcePosition {
  /** Relative to the project, with forward slashes. */
  readonly file: string
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

export interface SourcePositions {
  /** `undefined` for code that has no source, such as what esbuild adds. */
  locate(offset: number): SourcePosition | undefined
  /** The name that stands in the source, where the bundle had to choose another. */
  originalName(offset: number): string | undefined
  /** The text of a source file, or `undefined` when it isn't on this disk. */
  textOf(file: string): string | undefined
}

/** Node's type lacks the name. */
interface Entry {
  readonly originalSource?: string
  readonly originalLine?: number
  readonly originalColumn?: number
  readonly generatedLine?: number
  readonly generatedColumn?: number
  readonly name?: string
}

export const sourcePositions = (code: string, mapText: string, root: string): SourcePositions => {
  let map: SourceMap | undefined
  let lineStarts: readonly number[] | undefined
  const texts = new Map<string, string | undefined>()

  const entryAt = (offset: number): Entry & { readonly line: number; readonly column: number } => {
    map ??= new SourceMap(JSON.parse(mapText) as SourceMapPayload)
    lineStarts ??= startsOfLines(code)
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    const column = offset - (lineStarts[low] ?? 0)
    return { ...(map.findEntry(low, column) as Entry), line: low, column }
  }

  return {
    locate(offset) {
      const { originalSource, originalLine, originalColumn } = entryAt(offset)
      if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return undefined
      return { file: originalSource, line: originalLine + 1, column: originalColumn + 1 }
    },
    originalName(offset) {
      const { generatedLine, generatedColumn, name, line, column } = entryAt(offset)
      return generatedLine === line && generatedColumn === column ? name : undefined
    },
    textOf(file) {
      if (!texts.has(file)) texts.set(file, readText(resolve(root, file)))
      return texts.get(file)
    },
  }
}

const startsOfLines = (text: string): readonly number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
