// The project's folder: file names in bundles and reports are relative to it, so nothing depends on where it lies.
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** The nearest folder with a package.json that holds all the files, or their common folder. */
export const findProjectRoot = (files: readonly string[]): string => {
  const common = commonFolder(files)
  for (let folder = common; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) return common
  }
}

const commonFolder = (files: readonly string[]): string => {
  const [first = [], ...rest] = files.map((file) => dirname(file).split(sep))
  const differs = first.findIndex((part, index) => rest.some((parts) => parts[index] !== part))
  return (differs === -1 ? first : first.slice(0, differs)).join(sep) || sep
}
