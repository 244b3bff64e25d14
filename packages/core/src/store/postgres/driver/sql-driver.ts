// What the Postgres store needs of a database: statements with text in and text out, on a shared connection or on one
// of its own. pg-driver.ts has it from a server, pglite-driver.ts from Postgres in this process.

/** The text of a statement; its `name` tells it in errors. The values belong to $1, $2… */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Everything crosses as text, arrays as array literals (array-literal.ts). */
export type SqlValue = string | number | boolean | null
export type SqlRow = readonly (string | null)[]

export interface SqlRunner {
  /** Runs a statement, committed when it resolves unless the connection is in a transaction. */
  run(statement: Statement, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
}

/** A connection on loan from the driver. */
export interface SqlConnection extends SqlRunner {
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>
  /** For Kysely: rows as objects, values as the driver parses them. */
  query(text: string, values: readonly unknown[]): Promise<QueryAnswer>
  /** Gives it back; with an error when it is not to be used again. */
  release(error?: unknown): void
}

export interface QueryAnswer {
  readonly rows: readonly unknown[]
  readonly affectedRows: number
}

/** A connection that belongs to one user until it is closed or breaks. */
export interface SqlSession extends SqlRunner {
  /** Process id of the server's backend, when one backend serves this connection for its whole life. */
  readonly backendPid: number | undefined
  close(): Promise<void>
}

export interface Listening {
  close(): Promise<void>
}

export interface SqlDriver extends SqlRunner {
  acquire(): Promise<SqlConnection>
  openSession(): Promise<SqlSession>
  /**
   * Calls `heard` with what is notified on the channel, and `lost` once when that ends by itself. `undefined` when the
   * connection can't listen. Absent where nobody else could notify.
   */
  listen?(channel: string, heard: (payload: string) => void, lost: () => void): Promise<Listening | undefined>
  /** Names the database, for errors and for finding others of this process that use it. Without a password. */
  readonly label: string
  close(): Promise<void>
}
