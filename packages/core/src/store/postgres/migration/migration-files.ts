// The migrations of this version, in their order: numbered SQL files, each run once and never changed afterwards.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from './migrations-folder.js'

export interface MigrationFile {
  /** Such as `0001_foundation`. */
  readonly name: string
  /** With {schema} for the schema. */
  readonly sql: string
}

let files: readonly MigrationFile[] | undefined

export const migrationFiles = (): readonly MigrationFile[] => {
  if (files !== undefined) return files
  const folder = migrationsFolder()
  files = readdirSync(folder)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }))
  return files
}
