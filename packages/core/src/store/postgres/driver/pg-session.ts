// A connection to a Postgres server that belongs to one user, such as a worker for its fenced statements.
import type { Client } from 'pg'
import { Mutex } from '../mutex.js'
import { rawRows } from './pg-rows.js'
import type { SqlRow, SqlSession, SqlValue, Statement } from './sql-driver.js'
import { statementName } from './statement-name.js'

// The statements carry arrays of which the planner knows no length, against tables that grow from nothing: it may never
// take a plan that reads a table whole, which is best while the table is small and would be kept while it grows.
const planning = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}
const setPlanning = `select ${Object.entries(planning)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`

/**
 * Process id of the backend that serves this client for its whole life. A pooler before the server tells an id of its own:
 * then `undefined`, and nothing of the session may be relied on.
 */
export const ownBackend = async (client: Client): Promise<number | undefined> => {
  const told = (client as unknown as { readonly processID?: number }).processID
  const { rows } = await client.query<string[]>({ ...rawRows, text: 'select pg_backend_pid()' })
  return rows[0]?.[0] === String(told) ? told : undefined
}

export const openPgSession = async (client: Client): Promise<SqlSession> => {
  // What broke shows in the statements that follow; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const backendPid = await ownBackend(client)
    if (backendPid !== undefined) await client.query(setPlanning)
    return new PgSession(client, backendPid)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

class PgSession implements SqlSession {
  readonly backendPid: number | undefined
  readonly #client: Client
  readonly #mutex = new Mutex()
  #isOpen = true

  constructor(client: Client, backendPid: number | undefined) {
    this.#client = client
    this.backendPid = backendPid
  }

  run(statement: Statement, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    // Statements wait here for one another: a client takes one at a time.
    return this.#mutex.run(() => this.#runNow(statement, values))
  }

  async #runNow({ text }: Statement, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    const name = this.backendPid === undefined ? {} : { name: statementName(text) }
    const result = await this.#client.query({ ...rawRows, ...name, text, values: values as SqlValue[] })
    return result.rows as readonly SqlRow[]
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#client.end().catch(() => undefined)
  }
}
