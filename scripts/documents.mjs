// The pages of the documentation, as paths relative to the root.
import { readdirSync } from 'node:fs'
import { exampleFolders, filesUnder, packageFolders, root } from './workspace.mjs'

const isPage = (path) => path.endsWith('.md')

export const documents = () => [
  ...readdirSync(root).filter(isPage),
  ...filesUnder('docs').filter(isPage),
  ...[...packageFolders(), ...exampleFolders(), 'bench'].flatMap(filesUnder).filter(isPage),
]
