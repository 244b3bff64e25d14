// Opens a store on whatever database is named.
import { approximateTimeMs } from '../../base/system-clock.js'
import type { Store } from '../store.js'
import { connect, type DatabaseOption } from './connect.js'
import { unavailable } from './database-unavailable-error.js'
import { Hints } from './hints/hints.js'
import { checkSchema } from './migration/check-schema.js'
import { runMigrations } from './migration/run-migrations.js'
import { PostgresStore } from './postgres-store.js'
import { checkSchemaName, defaultSchema, quoteSchema } from './schema-name.js'
import { openSharedMemory } from './shared-memory.js'
import { removeWorkersStatement } from './statements/remove-workers.js'

export type { DatabaseOption } from './connect.js'

export interface OpenStoreOptions {
  /**
   * A `postgres://` URL, a pool of the `pg` package, a folder (or `file:` URL) for the embedded database, or `memory:` for
   * one that is gone with the process.
   */
  readonly database: DatabaseOption
  /**
   * The Postgres schema that holds everything of Foliot.
   *
   * @default 'foliot'
   */
  readonly schema?: string
  /**
   * Whether to LISTEN, so that this process hears sooner of what others did. Polling alone is correct.
   *
   * @default true
   */
  readonly listen?: boolean
  /** For `memory:` alone, whose time can be moved: milliseconds since the epoch. Elsewhere time is the database's. */
  readonly clock?: () => number
}

/**
 * Opens a store. Stores of one process on one embedded or memory database share it.
 *
 * @throws InvalidOptionError
 * @throws DatabaseUnavailableError, DatabaseInUseError
 * @throws SchemaMissingError, SchemaOutdatedError, SchemaTooNewError
 */
export const openStore = async (options: OpenStoreOptions): Promise<Store> => {
  const { database } = options
  const schema = checkSchemaName(options.schema ?? defaultSchema)
  if (typeof database === 'string' && database.startsWith('memory:')) {
    return openSharedMemory(`${database}#${schema}`, options.clock ?? approximateTimeMs)
  }
  const { driver, isEmbedded, isFirst } = await connect(database)
  try {
    if (isEmbedded) await runMigrations(driver, schema)
    else await checkSchema(driver, { label: driver.label, schema })
    if (isFirst === true) await driver.run(removeWorkersStatement(quoteSchema(schema)))
  } catch (error) {
    await driver.close()
    throw unavailable(driver.label, error)
  }
  const hints = new Hints({ driver, schema, listen: options.listen ?? true })
  return new PostgresStore({ driver, schema, hints })
}
