// Creates Foliot's schema, or brings it up to date.
import { connect, type DatabaseOption } from './connect.js'
import { unavailable } from './database-unavailable-error.js'
import { runMigrations } from './migration/run-migrations.js'
import { checkSchemaName, defaultSchema } from './schema-name.js'

export interface MigrateOptions {
  /** A `postgres://` URL, a pool of the `pg` package, or the folder of an embedded database. */
  readonly database: DatabaseOption
  /**
   * The Postgres schema that holds everything of Foliot.
   *
   * @default 'foliot'
   */
  readonly schema?: string
}

/**
 * Creates or updates Foliot's schema; several processes may call it at once. Answers the names of the migrations that
 * this call ran.
 *
 * @throws SchemaTooNewError when a newer version has migrated the database
 */
export const migrate = async (options: MigrateOptions): Promise<readonly string[]> => {
  const schema = checkSchemaName(options.schema ?? defaultSchema)
  const { driver } = await connect(options.database)
  try {
    return await runMigrations(driver, schema)
  } catch (error) {
    throw unavailable(driver.label, error)
  } finally {
    await driver.close()
  }
}
