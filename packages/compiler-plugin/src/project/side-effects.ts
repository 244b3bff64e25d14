// Whether a package.json declares modules free of side effects. A bundler then drops what is only imported to be loaded,
// which is how a workflow is registered.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const declaresSideEffects = (root: string): boolean => {
  try {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { sideEffects?: unknown }
    return manifest.sideEffects !== undefined && manifest.sideEffects !== true
  } catch {
    return false
  }
}
