// Bundles of the memory store, and which is current for each workflow.
import type { Bundle } from '../../authoring/bundle.js'
import type { BundleChange, BundleRegistration } from '../bundle-registration.js'
import { chooseWorkflowTypes } from '../choose-workflow-types.js'
import { UnknownBundleError } from '../unknown-bundle-error.js'
import type { MemoryTables } from './memory-tables.js'

export const registerBundle = (tables: MemoryTables, bundle: Bundle): BundleRegistration => {
  if (tables.bundles.has(bundle.hash)) return { isNew: false, changes: [] }
  tables.bundles.set(bundle.hash, bundle)
  return { isNew: true, changes: setCurrentBundle(tables, bundle.hash) }
}

export const setCurrentBundle = (
  tables: MemoryTables,
  hash: string,
  workflowTypes?: readonly string[],
): readonly BundleChange[] => {
  const bundle = tables.bundles.get(hash)
  if (bundle === undefined) throw new UnknownBundleError(hash)
  return chooseWorkflowTypes(bundle, workflowTypes).flatMap((workflowType) => {
    const from = tables.currentBundles.get(workflowType)
    if (from === hash) return []
    tables.currentBundles.set(workflowType, hash)
    return [{ workflowType, ...(from !== undefined && { from }), to: hash }]
  })
}
