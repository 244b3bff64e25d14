// Removes compiled files whose source is gone: the compiler leaves them, and they would be packed and imported.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, root } from './workspace.mjs'

const suffixes = ['.d.ts', '.d.ts.map', '.js', '.js.map']

export const pruneDist = (folders) => {
  for (const folder of folders) {
    for (const declaration of filesUnder(`${folder}/dist`).filter((path) => path.endsWith('.d.ts'))) {
      const name = declaration.slice(`${folder}/dist/`.length, -'.d.ts'.length)
      if (existsSync(join(root, folder, 'src', `${name}.ts`))) continue
      for (const suffix of suffixes) rmSync(join(root, folder, 'dist', name + suffix), { force: true })
    }
  }
}
