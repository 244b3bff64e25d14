// Brings a schema up to date. Safe to call from many processes at once: all of it is one transaction behind a lock that
// ends with it, so it also works through a pooler, and a migration that fails leaves nothing.
import { Kysely, type Migration, Migrator } from 'kysely'
import { kyselyDialect } from '../driver/kysely-dialect.js'
import type { SqlConnection, SqlDriver } from '../driver/sql-driver.js'
import { inTransaction } from '../driver/transaction.js'
import { quoteSchema } from '../schema-name.js'
import { refuseNewer } from './check-schema.js'
import { migrationFiles } from './migration-files.js'

const lockStatement = { name: 'migration-lock', text: `select pg_advisory_xact_lock(hashtextextended($1, 0))` }

/** Answers the names of the migrations that it ran. */
export const runMigrations = (driver: SqlDriver, schema: string): Promise<readonly string[]> =>
  inTransaction(driver, async (connection) => {
    await connection.run(lockStatement, [`foliot migrations of ${schema}`])
    await refuseNewer(connection, { label: driver.label, schema })
    const kept: SqlConnection = {
      run: (statement, values) => connection.run(statement, values),
      script: (text) => connection.script(text),
      query: (text, values) => connection.query(text, values),
      release: () => undefined,
    }
    const migrator = new Migrator({
      db: new Kysely<unknown>({ dialect: kyselyDialect(async () => kept) }),
      provider: { getMigrations: async () => migrationsOf(connection, schema) },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migrations_lock',
      migrationTableSchema: schema,
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    return (results ?? []).map(({ migrationName }) => migrationName)
  })

const migrationsOf = (connection: SqlConnection, schema: string): Record<string, Migration> =>
  Object.fromEntries(
    migrationFiles().map(({ name, sql }) => [
      name,
      { up: () => connection.script(sql.replaceAll('{schema}', quoteSchema(schema))) },
    ]),
  )
