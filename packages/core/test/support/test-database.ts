// A database of a test's own, cloned from the migrated template.
import pg from 'pg'
import { inject } from 'vitest'

export const templateDatabase = 'foliot_template'

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** Runs one statement, for what a test looks at or breaks. */
  query<R extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /**
   * Whether Foliot's schema is there.
   *
   * @default true
   */
  readonly migrated?: boolean
}

let count = 0

export const createTestDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const serverUrl = inject('postgresUrl')
  const name = `foliot_test_${process.pid}_${(count += 1)}_${Math.random().toString(36).slice(2, 8)}`
  const template = options.migrated === false ? 'template0' : templateDatabase
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = name
  const client = new pg.Client(url.href)
  client.on('error', () => undefined)
  await client.connect()
  const drop = async (): Promise<void> => {
    await client.end()
    await onServer(serverUrl, `drop database if exists ${name} with (force)`)
  }
  return {
    url: url.href,
    query: async <R extends object>(text: string, values?: unknown[]) => (await client.query<R>(text, values)).rows,
    drop,
    [Symbol.asyncDispose]: drop,
  }
}

const onServer = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
