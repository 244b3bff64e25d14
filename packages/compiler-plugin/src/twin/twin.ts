// The twin: the bundle as it is analysed, next to the one that ships. Packages are in it, types and unused imports are
// gone, decorators and private names are as written, and Foliot's own modules stay outside.
import { parseSync, type Node, type Program } from 'oxc-parser'
import type { Metafile } from 'esbuild'
import { findDeadCode } from './dead-code.js'
import { moduleGraph, type ModuleGraph } from './module-graph.js'
import { pureCallStarts, purityOf } from './purity.js'
import { resolveScopes, type Scopes } from './scopes.js'
import { sourcePositions, type SourcePositions } from './source-positions.js'
import { staticValues, type StaticValues } from './static-values.js'
import { cutIntoUnits, type Units } from './units.js'

export interface TwinBuild {
  readonly code: string
  /** JSON text, with sources relative to the project. */
  readonly map: string
  readonly metafile: Metafile
  readonly root: string
}

export interface Twin {
  readonly code: string
  readonly program: Program
  readonly scopes: Scopes
  readonly values: StaticValues
  readonly dead: ReadonlySet<Node>
  readonly units: Units
  readonly modules: ModuleGraph
  readonly positions: SourcePositions
}

export const analyseTwin = ({ code, map, metafile, root }: TwinBuild): Twin => {
  const { program, comments, errors } = parseSync('twin.js', code, {
    lang: 'js',
    sourceType: 'module',
    preserveParens: false,
  })
  if (errors[0] !== undefined) throw new Error(`The bundler's own output can't be parsed: ${errors[0].message}`)
  const scopes = resolveScopes(program)
  const values = staticValues(scopes)
  const dead = findDeadCode(program, values)
  const modules = moduleGraph(metafile)
  const isPure = purityOf(values, pureCallStarts(code, comments))
  const units = cutIntoUnits({ program, comments, scopes, dead, isModule: (path) => modules.has(path), isPure })
  return { code, program, scopes, values, dead, units, modules, positions: sourcePositions(code, map, root) }
}
