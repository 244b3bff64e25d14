// Opens a store on whatever database is named.
import type { Store } from '../store.js'
import { connect, type DatabaseOption } from './connect.js'
import { unavailable } from './database-unavailable-error.js'
import { Hints } from './hints.js'
import { checkSchema } from './migration/check-schema.js'
import { PostgresStore } from './postgres-store.js'
import { checkSchemaName, defaultSchema } from './schema-name.js'

export type { DatabaseOption } from './connect.js'

export interface OpenStoreOptions {
  /** A `postgres://` URL, or a pool of the `pg` package. */
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
}

export const openStore = async (options: OpenStoreOptions): Promise<Store> => {
  const schema = checkSchemaName(options.schema ?? defaultSchema)
  const driver = connect(options.database)
  try {
    await checkSchema(driver, { label: driver.label, schema })
  } catch (error) {
    await driver.close()
    throw unavailable(driver.label, error)
  }
  return new PostgresStore({ driver, schema, hints: new Hints(`${driver.label}#${schema}`) })
}
