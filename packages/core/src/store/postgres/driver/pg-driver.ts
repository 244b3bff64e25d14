// The store's database on a Postgres server, through node-postgres. The pool carries what is rare; what is hot goes down
// sessions, which alone have prepared statements.
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { rawRows } from './pg-rows.js'
import { openPgSession } from './pg-session.js'
import { listenOn } from './pg-listening.js'
import type {
  Listening,
  QueryAnswer,
  SqlConnection,
  SqlDriver,
  SqlRow,
  SqlSession,
  SqlValue,
  Statement,
} from './sql-driver.js'

export interface PgDriverOptions {
  /** Of the database, or of the user's pool. */
  readonly config: ClientConfig
  /** The user's pool; it isn't ended with the driver. */
  readonly pool?: Pool
  readonly label: string
}

export class PgDriver implements SqlDriver {
  readonly label: string
  readonly #config: ClientConfig
  readonly #pool: Pool
  readonly #ownsPool: boolean

  constructor(options: PgDriverOptions) {
    this.label = options.label
    this.#config = options.config
    this.#ownsPool = options.pool === undefined
    this.#pool = options.pool ?? new Pool({ ...options.config, max: 4, idleTimeoutMillis: 10_000 })
    // An idle connection that breaks is replaced; without a listener the process would end.
    if (this.#ownsPool) this.#pool.on('error', () => undefined)
  }

  async run({ text }: Statement, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    const { rows } = await this.#pool.query({ ...rawRows, text, values: values as SqlValue[] })
    return rows as readonly SqlRow[]
  }

  async acquire(): Promise<SqlConnection> {
    return new PgConnection(await this.#pool.connect())
  }

  openSession(): Promise<SqlSession> {
    return openPgSession(new Client(this.#config))
  }

  listen(channel: string, heard: (payload: string) => void, lost: () => void): Promise<Listening | undefined> {
    return listenOn(new Client({ ...this.#config, keepAlive: true }), channel, heard, lost)
  }

  async close(): Promise<void> {
    if (this.#ownsPool) await this.#pool.end()
  }
}

class PgConnection implements SqlConnection {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async run({ text }: Statement, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    const { rows } = await this.#client.query({ ...rawRows, text, values: values as SqlValue[] })
    return rows as readonly SqlRow[]
  }

  async script(text: string): Promise<void> {
    await this.#client.query(text)
  }

  async query(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    const { rows, rowCount } = await this.#client.query<object>(text, [...values])
    return { rows, affectedRows: rowCount ?? 0 }
  }

  release(error?: unknown): void {
    this.#client.release(error instanceof Error ? error : error !== undefined)
  }
}
