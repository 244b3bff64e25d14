// The id of a bundle, from its content. For hosts: the runtime inside a bundle must not import this file.
import { createHash } from 'node:crypto'
import type { BundleManifest } from './bundle.js'

/** SHA-256 of a text as UTF-8, in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** JSON with sorted keys and without white space: one text for one value. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** The hash of a bundle's code and manifest; the manifest brings in the source map by its own hash. */
export const bundleHash = (code: string, manifest: BundleManifest): string =>
  // JSON holds no line break, so the parts can't run into one another.
  sha256(`foliot-bundle\n${canonicalJson(manifest)}\n${code}`)
