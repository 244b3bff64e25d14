// The parent's eyes on the server: creates databases and reads counters, on connections of its own.
import pg from 'pg'
import type { PostgresServer } from './postgres-server.js'

export interface WriteCounters {
  /** Bytes of WAL written by the whole server since it started. */
  readonly walBytes: number
  readonly fullPageImages: number
  /** Rows inserted, updated and deleted in the database's own tables. */
  readonly rows: number
}

export class Observer {
  readonly #server: PostgresServer
  readonly #admin: pg.Client
  readonly #byDatabase = new Map<string, pg.Client>()

  private constructor(server: PostgresServer, admin: pg.Client) {
    this.#server = server
    this.#admin = admin
  }

  static async connect(server: PostgresServer): Promise<Observer> {
    const admin = await Observer.#connect(server.url('postgres'))
    await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    return new Observer(server, admin)
  }

  static async #connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString })
    // A connection that the server ends fails the query on it; by itself it is no reason to crash.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async serverVersion(): Promise<string> {
    const { rows } = await this.#admin.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? 'unknown'
  }

  /** A database without connections of ours, so that nothing but the contender shows in its statistics. */
  async createDatabase(name: string): Promise<string> {
    await this.#admin.query(`CREATE DATABASE "${name}"`)
    return this.#server.url(name)
  }

  async dropDatabase(name: string): Promise<void> {
    await this.#byDatabase.get(name)?.end()
    this.#byDatabase.delete(name)
    await this.#admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }

  /** Runs a query in a database, on a connection that is kept until the database is dropped. */
  async query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<readonly Row[]> {
    let client = this.#byDatabase.get(database)
    if (client === undefined) {
      client = await Observer.#connect(this.#server.url(database))
      this.#byDatabase.set(database, client)
    }
    return (await client.query<Row>(sql)).rows
  }

  async readWriteCounters(database: string): Promise<WriteCounters> {
    const [wal, rows] = await Promise.all([
      this.#admin.query<{ bytes: string; images: string }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes, wal_fpi AS images FROM pg_stat_wal`,
      ),
      this.query<{ written: string }>(
        database,
        'SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) AS written FROM pg_stat_user_tables',
      ),
    ])
    return {
      walBytes: Number(wal.rows[0]?.bytes),
      fullPageImages: Number(wal.rows[0]?.images),
      rows: Number(rows[0]?.written),
    }
  }

  /** Counts every statement that sessions opened from now on send to the database. */
  async trackStatements(database: string): Promise<void> {
    await this.#admin.query(`ALTER DATABASE "${database}" SET pg_stat_statements.track = 'top'`)
  }

  async statementCount(database: string): Promise<number> {
    const { rows } = await this.#admin.query<{ calls: string }>(
      `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = $1)`,
      [database],
    )
    return Number(rows[0]?.calls)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byDatabase.values()].map((client) => client.end()))
    await this.#admin.end()
  }
}
