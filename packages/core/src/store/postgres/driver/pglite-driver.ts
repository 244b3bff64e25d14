// The store's database inside this process: PGlite, which is Postgres compiled to WebAssembly, with one connection that
// everybody takes in turn.
import type { PGlite, QueryOptions } from '@electric-sql/pglite'
import type { EmbeddedDatabase } from '../embedded/embedded-database.js'
import type { QueryAnswer, SqlConnection, SqlDriver, SqlRow, SqlSession, SqlValue, Statement } from './sql-driver.js'

// The types of the store's parameters and columns: bool, int8, int2, int4, text, json, float8, timestamptz, numeric, uuid,
// and arrays of bool, int2, int4, text, int8, float8, uuid. All cross as text.
const oids = [16, 20, 21, 23, 25, 114, 701, 1184, 1700, 2950, 1000, 1005, 1007, 1009, 1016, 1022, 2951]
const asText = Object.fromEntries(oids.map((oid) => [oid, String]))
const rawText: QueryOptions = { rowMode: 'array', parsers: asText, serializers: asText }

export class PgliteDriver implements SqlDriver {
  readonly label: string
  readonly #database: EmbeddedDatabase

  constructor(database: EmbeddedDatabase) {
    this.label = database.folder
    this.#database = database
  }

  run(statement: Statement, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    return this.#database.mutex.run(() => runOn(this.#database.pglite, statement, values))
  }

  async acquire(): Promise<SqlConnection> {
    const { pglite, mutex } = this.#database
    const end = await mutex.acquire()
    return {
      run: (statement, values = []) => runOn(pglite, statement, values),
      script: async (text) => void (await pglite.exec(text)),
      query: (text, values) => queryOn(pglite, text, values),
      release: () => end(),
    }
  }

  async openSession(): Promise<SqlSession> {
    return {
      backendPid: undefined,
      run: (statement, values = []) => this.run(statement, values),
      close: async () => undefined,
    }
  }

  close(): Promise<void> {
    return this.#database.release()
  }
}

const runOn = async (pglite: PGlite, { text }: Statement, values: readonly SqlValue[]): Promise<readonly SqlRow[]> => {
  const { rows } = await pglite.query<SqlRow>(text, [...values], rawText)
  return rows
}

const queryOn = async (pglite: PGlite, text: string, values: readonly unknown[]): Promise<QueryAnswer> => {
  const { rows, affectedRows } = await pglite.query<object>(text, [...values])
  return { rows, affectedRows: affectedRows ?? 0 }
}
