// Takes out of a bundle where the package manager put the packages and where the working copy lies, so that one project
// gives one bundle everywhere: `../../node_modules/.pnpm/a@1.0.0/node_modules/a/x.js` is `node_modules/a/x.js`.
import { relative, resolve, sep } from 'node:path'
import { shortName } from '../modules/module-name.js'
import type { CodeEdit } from './edit-code.js'

export interface CanonicalPaths {
  of(path: string): string
  /** Whether it is the project's own file, whose text belongs into the source map. */
  isProjectFile(path: string): boolean
  isFramework(path: string): boolean
}

export const canonicalPaths = (root: string, frameworkFolder: string): CanonicalPaths => {
  const inFramework = (path: string): string | undefined => {
    const inside = relative(frameworkFolder, resolve(root, path))
    return inside.startsWith('..') || resolve(inside) === inside ? undefined : inside.split(sep).join('/')
  }
  const of = (path: string): string => {
    const inside = inFramework(path)
    return inside === undefined ? shortName(path) : `node_modules/@foliot/core/${inside}`
  }
  return {
    of,
    isProjectFile: (path) => !of(path).startsWith('node_modules/'),
    isFramework: (path) => inFramework(path) !== undefined,
  }
}

/** esbuild names modules in a comment before their code, and in the wrapper of a CommonJS module. */
export const pathEdits = (code: string, inputs: Iterable<string>, paths: CanonicalPaths): readonly CodeEdit[] => {
  const known = new Set(inputs)
  const edits: CodeEdit[] = []
  const replace = (path: string, start: number): void => {
    const inserted = paths.of(path)
    if (known.has(path) && inserted !== path) edits.push({ start, removed: path.length, inserted })
  }
  for (const match of code.matchAll(/^ {2}\/\/ (.+)$/gm)) replace(match[1] ?? '', match.index + 5)
  for (const match of code.matchAll(/(__(?:commonJS|esm)\(\{\s*")([^"\n]+)"\(/g)) {
    replace(match[2] ?? '', match.index + (match[1]?.length ?? 0))
  }
  return edits
}
