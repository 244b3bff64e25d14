// The entry point '@foliot/core/postgres': opening a store by itself, and migrating its schema.
export type { DatabaseOption } from '../store/postgres/connect.js'
export { DatabaseUnavailableError } from '../store/postgres/database-unavailable-error.js'
export { DatabaseInUseError } from '../store/postgres/embedded/database-in-use-error.js'
export { migrate } from '../store/postgres/migrate.js'
export type { MigrateOptions } from '../store/postgres/migrate.js'
export {
  SchemaMissingError,
  SchemaOutdatedError,
  SchemaTooNewError,
} from '../store/postgres/migration/schema-errors.js'
export { openStore } from '../store/postgres/open-store.js'
export type { OpenStoreOptions } from '../store/postgres/open-store.js'
export type { Store } from '../store/store.js'
