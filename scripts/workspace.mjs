// Where things are in this repository: its root, its packages and examples, and the programs it installs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

const projectsIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, folder, entry.name, 'package.json')))
    .map((entry) => `${folder}/${entry.name}`)

/** Folders of the published packages, relative to the root, such as `packages/core`. */
export const packageFolders = () => projectsIn('packages')
/** Folders of the examples, relative to the root. */
export const exampleFolders = () => projectsIn('examples')

/** Paths of all files under a folder, relative to the root, without what is built or installed. */
export const filesUnder = (folder) => {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesUnder(path)
    return entry.isFile() ? [path] : []
  })
}

/** The JavaScript file behind an installed program, to be run with `process.execPath`. */
export const programFile = (packageName, program = packageName) => {
  const folder = join('node_modules', packageName)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(root, folder, typeof bin === 'string' ? bin : bin[program])
}
