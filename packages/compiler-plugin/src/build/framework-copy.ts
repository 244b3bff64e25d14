// The one copy of @foliot/core that goes into a bundle: the project's, or else the compiler's own. Whatever imports
// '@foliot/core/workflow', in the project or in a package, gets the copy whose runtime drives the run.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runtimeModule, workflowModule } from '../modules/framework-module.js'

export interface FrameworkCopy {
  /** Absolute paths of the two entries. */
  readonly workflow: string
  readonly runtime: string
  /** Absolute path of the package. */
  readonly folder: string
  readonly version: string
  /** Version of the copy that the compiler was made for; its protocol goes into the manifest. */
  readonly compilerVersion: string
}

export const findFrameworkCopy = (root: string): FrameworkCopy => {
  const ofProject = createRequire(join(root, 'package.json'))
  const own = createRequire(import.meta.url)
  const require = resolves(ofProject) ? ofProject : own
  const runtime = require.resolve(runtimeModule)
  const { folder, version } = packageOf(runtime)
  const compilerVersion = packageOf(own.resolve(runtimeModule)).version
  return { workflow: require.resolve(workflowModule), runtime, folder, version, compilerVersion }
}

const resolves = (require: NodeJS.Require): boolean => {
  try {
    require.resolve(runtimeModule)
    return true
  } catch {
    return false
  }
}

const packageOf = (file: string): { readonly folder: string; readonly version: string } => {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name?: string
        version?: string
      }
      if (manifest.name === '@foliot/core' && manifest.version !== undefined)
        return { folder, version: manifest.version }
    } catch {
      // This folder has none.
    }
  }
  throw new Error(`${file} is in no package named @foliot/core.`)
}
