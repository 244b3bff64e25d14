// Kysely on a driver's connections, whichever driver it is.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { SqlConnection } from './sql-driver.js'

class KyselyConnection implements DatabaseConnection {
  readonly connection: SqlConnection

  constructor(connection: SqlConnection) {
    this.connection = connection
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.connection.query(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  streamQuery(): never {
    throw new Error('Queries of the store are not streamed.')
  }
}

class KyselyDriver implements Driver {
  readonly #acquire: () => Promise<SqlConnection>

  constructor(acquire: () => Promise<SqlConnection>) {
    this.#acquire = acquire
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new KyselyConnection(await this.#acquire())
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as KyselyConnection).connection.script('begin')
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as KyselyConnection).connection.script('commit')
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as KyselyConnection).connection.script('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as KyselyConnection).connection.release()
  }

  async destroy(): Promise<void> {}
}

/** Kysely's own lock is one of the session, which a pooler takes away between two statements: migrate.ts locks. */
class UnlockedAdapter extends PostgresAdapter {
  override get supportsTransactionalDdl(): boolean {
    return false
  }
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

export const kyselyDialect = (acquire: () => Promise<SqlConnection>): Dialect => ({
  createAdapter: () => new UnlockedAdapter(),
  createDriver: () => new KyselyDriver(acquire),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
