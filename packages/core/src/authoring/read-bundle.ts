// Reads a bundle from the folder that write-bundle.ts, and so the bundler, leaves.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FoliotError, type FoliotErrorOptions } from '../base/foliot-error.js'
import { BundleCorruptError } from './bundle-corrupt-error.js'
import { bundleFiles, folderPath } from './bundle-folder.js'
import type { Bundle } from './bundle.js'
import { verifyBundle } from './verify-bundle.js'

export class BundleNotFoundError extends FoliotError {
  static override readonly code = 'FOLIOT_BUNDLE_NOT_FOUND'

  constructor(path: string, options?: FoliotErrorOptions) {
    super(
      `There is no bundle at ${path}. Build the workflows first, or pass the folder that the bundler wrote.`,
      options,
    )
  }
}

const read = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new BundleNotFoundError(path, { cause: error })
    throw error
  }
}

/**
 * @param folder a path, or a `file:` URL
 * @throws BundleNotFoundError when the folder or one of its files isn't there, BundleCorruptError
 */
export const readBundle = async (folder: string | URL): Promise<Bundle> => {
  const path = folderPath(folder)
  const [code, map, text] = await Promise.all([
    read(join(path, bundleFiles.code)),
    read(join(path, bundleFiles.map)),
    read(join(path, bundleFiles.manifest)),
  ])
  let identity: unknown
  try {
    identity = JSON.parse(text)
  } catch (error) {
    throw new BundleCorruptError(`${join(path, bundleFiles.manifest)} isn't JSON.`, { cause: error })
  }
  return verifyBundle({ ...(identity as { hash: string; manifest: Bundle['manifest'] }), code, map })
}
