// Checks that a bundle is whole: of a format this version reads, and with the content that its hashes promise.
import { bundleHash, sha256 } from './bundle-hash.js'
import { BundleCorruptError } from './bundle-corrupt-error.js'
import type { Bundle } from './bundle.js'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isText = (value: unknown): boolean => typeof value === 'string'

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const isWorkflow = (value: unknown): boolean =>
  isRecord(value) &&
  [value['type'], value['className'], value['file'], value['hash']].every(isText) &&
  [value['activities'], value['calendars']].every(isTexts)

const hasShape = (bundle: unknown): bundle is Bundle => {
  if (!isRecord(bundle) || ![bundle['hash'], bundle['code'], bundle['map']].every(isText)) return false
  const manifest = bundle['manifest']
  return (
    isRecord(manifest) &&
    typeof manifest['protocol'] === 'number' &&
    isText(manifest['runtime']) &&
    isText(manifest['mapHash']) &&
    Array.isArray(manifest['workflows']) &&
    manifest['workflows'].every(isWorkflow)
  )
}

/**
 * The bundle, if it is whole.
 *
 * @throws BundleCorruptError
 */
export const verifyBundle = (bundle: unknown): Bundle => {
  // First, since a later format may have another shape.
  const format = isRecord(bundle) && isRecord(bundle['manifest']) ? bundle['manifest']['format'] : undefined
  if (format !== undefined && format !== 1) {
    throw new BundleCorruptError(`its format is ${String(format)}, and this version of @foliot/core reads format 1.`)
  }
  if (!hasShape(bundle) || format === undefined)
    throw new BundleCorruptError('code, map, hash or manifest are missing or incomplete.')
  if (sha256(bundle.map) !== bundle.manifest.mapHash)
    throw new BundleCorruptError("its source map isn't the one it was built with.")
  const hash = bundleHash(bundle.code, bundle.manifest)
  if (hash !== bundle.hash) {
    throw new BundleCorruptError(`its content has the hash ${hash}, and it says ${bundle.hash}.`)
  }
  return bundle
}
