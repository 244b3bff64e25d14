// Writes a bundle into a folder, for read-bundle.ts.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFiles, folderPath } from './bundle-folder.js'
import type { Bundle } from './bundle.js'

/**
 * Writes the three files of a bundle, making the folder if need be. A reader at the same time sees the old files, the
 * new ones, or a mixture that it refuses.
 */
export const writeBundle = async (folder: string | URL, { hash, code, map, manifest }: Bundle): Promise<void> => {
  const path = folderPath(folder)
  await mkdir(path, { recursive: true })
  const write = async (name: string, text: string): Promise<void> => {
    const unfinished = join(path, `${name}.${process.pid}.tmp`)
    await writeFile(unfinished, text)
    await rename(unfinished, join(path, name))
  }
  await write(bundleFiles.code, code)
  await write(bundleFiles.map, map)
  await write(bundleFiles.manifest, `${JSON.stringify({ hash, manifest }, null, 2)}\n`)
}
