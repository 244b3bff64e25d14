// The files of a bundle on disk.
import { fileURLToPath } from 'node:url'

export const bundleFiles = { code: 'bundle.js', map: 'bundle.js.map', manifest: 'manifest.json' } as const

export const folderPath = (folder: string | URL): string =>
  typeof folder === 'string' ? folder : fileURLToPath(folder)
