// The last step for the code that ships: paths and class names that depend on surroundings are made to depend on none.
import type { RawSourceMap } from './raw-source-map.js'
import { sourcePositions } from '../twin/source-positions.js'
import { canonicalPaths, pathEdits } from './canonical-paths.js'
import { classNameEdits } from './class-names.js'
import { editCode } from './edit-code.js'
import { boundaryEdits } from './run-boundary.js'
import type { BuildOutput } from './run-build.js'

export interface ShippedCode {
  readonly code: string
  readonly map: string
}

export const finishShip = (
  { code, map, metafile }: BuildOutput,
  root: string,
  frameworkFolder: string,
): ShippedCode => {
  const paths = canonicalPaths(root, frameworkFolder)
  const raw = JSON.parse(map) as RawSourceMap
  const positions = sourcePositions(code, map, root)
  const isAuthors = (offset: number): boolean => {
    const file = positions.locate(offset)?.file
    return file !== undefined && !paths.isFramework(file)
  }
  const edited = editCode({ code, mappings: raw.mappings }, [
    ...pathEdits(code, Object.keys(metafile.inputs), paths),
    ...classNameEdits(code, positions),
    ...boundaryEdits(code, isAuthors),
  ])
  return {
    code: edited.code,
    map: JSON.stringify({
      version: raw.version,
      sources: raw.sources.map(paths.of),
      sourcesContent: raw.sources.map((source, index) =>
        paths.isProjectFile(source) ? (raw.sourcesContent?.[index] ?? null) : null,
      ),
      mappings: edited.mappings,
      names: raw.names,
    }),
  }
}
