// Whether the schema in the database is the one that this version works with.
import type { SqlRunner } from '../driver/sql-driver.js'
import { quoteSchema } from '../schema-name.js'
import { migrationFiles } from './migration-files.js'
import { SchemaMissingError, SchemaOutdatedError, SchemaTooNewError } from './schema-errors.js'

export interface SchemaPlace {
  readonly label: string
  readonly schema: string
}

/** Names of the migrations that were run, or `undefined` when there is no such schema. */
const appliedMigrations = async (runner: SqlRunner, schema: string): Promise<readonly string[] | undefined> => {
  const table = `${quoteSchema(schema)}.schema_migrations`
  const [exists] = await runner.run({ name: 'has-schema', text: 'select to_regclass($1) is not null' }, [table])
  if (exists?.[0] !== 't') return undefined
  const rows = await runner.run({ name: 'applied-migrations', text: `select name from ${table} order by name` })
  return rows.map(([name]) => name as string)
}

/** @throws SchemaTooNewError */
export const refuseNewer = async (runner: SqlRunner, { label, schema }: SchemaPlace): Promise<void> => {
  const applied = (await appliedMigrations(runner, schema)) ?? []
  const known = migrationFiles().map(({ name }) => name)
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new SchemaTooNewError(label, schema, unknown)
}

/** @throws SchemaMissingError, SchemaOutdatedError, SchemaTooNewError */
export const checkSchema = async (runner: SqlRunner, place: SchemaPlace): Promise<void> => {
  const applied = await appliedMigrations(runner, place.schema)
  if (applied === undefined || applied.length === 0) throw new SchemaMissingError(place.label, place.schema)
  await refuseNewer(runner, place)
  const missing = migrationFiles().filter(({ name }) => !applied.includes(name))
  if (missing.length > 0)
    throw new SchemaOutdatedError(
      place.label,
      place.schema,
      missing.map(({ name }) => name),
    )
}
