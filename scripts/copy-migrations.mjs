// Copies the SQL migrations beside the compiled code of @foliot/core, where the published package has them.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runMain } from './run-main.mjs'
import { filesUnder, root } from './workspace.mjs'

export const copyMigrations = () => {
  const target = join(root, 'packages/core/dist/migrations')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const file of filesUnder('migrations').filter((path) => path.endsWith('.sql'))) {
    cpSync(join(root, file), join(target, file.slice('migrations/'.length)))
  }
}

await runMain(import.meta, copyMigrations)
