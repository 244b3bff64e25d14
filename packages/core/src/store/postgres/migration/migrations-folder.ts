// Where the SQL migrations are: beside the compiled code in the published package, at the root of the repository when
// the code runs from its sources.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// From dist/store/postgres/migration, and from packages/core/src/store/postgres/migration.
const candidates = ['../../../migrations', '../../../../../../migrations']

export const migrationsFolder = (): string => {
  for (const candidate of candidates) {
    const folder = fileURLToPath(new URL(candidate, import.meta.url))
    if (existsSync(join(folder, '0001_foundation.sql'))) return folder
  }
  throw new Error('The SQL migrations of @foliot/core are missing from its folder: install the package again.')
}
