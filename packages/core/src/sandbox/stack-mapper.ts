// Positions in a bundle's code to positions in the author's files, through the bundle's source map.
import { SourceMap } from 'node:module'
import type { Bundle } from '../authoring/bundle.js'
import type { SourcePosition } from '../engine/blocked-reason.js'

/** The file name under which V8 knows a bundle's code. */
export const bundleFileName = (hash: string): string => `foliot:bundle-${hash.slice(0, 12)}.js`

const framePattern = /foliot:bundle-[0-9a-z]+\.js:(\d+):(\d+)/g

/** The runtime that is part of every bundle. */
const runtimeSource = /(?:^|\/)(?:node_modules\/@foliot\/[^/]+|packages\/core)\/(?:dist|src)\//

/** In the bundle's code; both from 1. */
export interface BundlePosition {
  readonly line: number
  readonly column: number
}

export class StackMapper {
  readonly #text: string
  #map: SourceMap | undefined

  constructor(bundle: Pick<Bundle, 'map'>) {
    this.#text = bundle.map
  }

  /** The author's position of a line and column (both from 1) of the bundle's code. */
  mapPosition(line: number, column: number): SourcePosition | undefined {
    const { originalSource, originalLine, originalColumn } = this.#sourceMap().findEntry(
      line - 1,
      column - 1,
    ) as Partial<
      ReturnType<SourceMap['findEntry']> & { originalSource: string; originalLine: number; originalColumn: number }
    >
    if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return undefined
    return { file: originalSource, line: originalLine + 1, column: originalColumn + 1 }
  }

  /** Whether the frame is of the author's code or a package, not of the runtime. */
  isAuthors({ line, column }: BundlePosition): boolean {
    const position = this.mapPosition(line, column)
    return position !== undefined && !runtimeSource.test(position.file)
  }

  /** The position of the author's topmost frame; of the runtime's, if there is none. */
  authorPosition(frames: readonly BundlePosition[]): SourcePosition | undefined {
    const frame = frames.find((candidate) => this.isAuthors(candidate)) ?? frames[0]
    return frame === undefined ? undefined : this.mapPosition(frame.line, frame.column)
  }

  /** The same for a stack as text. */
  sourceOf(stack: string): SourcePosition | undefined {
    const frames = [...stack.matchAll(framePattern)]
    return this.authorPosition(frames.map(([, line, column]) => ({ line: Number(line), column: Number(column) })))
  }

  /** Any text, such as a stack or JSON with stacks in it, with the bundle's positions replaced by the author's. */
  mapStack(text: string): string {
    return text.replace(framePattern, (frame, line: string, column: string) => {
      const position = this.mapPosition(Number(line), Number(column))
      return position === undefined ? frame : `${position.file}:${position.line}:${position.column}`
    })
  }

  #sourceMap(): SourceMap {
    return (this.#map ??= new SourceMap(readMap(this.#text)))
  }
}

const noMap = { version: 3, file: '', sources: [], sourcesContent: [], names: [], mappings: '', sourceRoot: '' }

/** A map that can't be read costs positions, not runs. */
const readMap = (text: string): ConstructorParameters<typeof SourceMap>[0] => {
  try {
    return { ...noMap, ...(JSON.parse(text) as object) }
  } catch {
    return noMap
  }
}
