// The driver for a database option.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientConfig, Pool } from 'pg'
import { InvalidOptionError } from '../../base/invalid-option-error.js'
import { PgDriver } from './driver/pg-driver.js'
import { PgliteDriver } from './driver/pglite-driver.js'
import type { SqlDriver } from './driver/sql-driver.js'
import { openEmbeddedDatabase } from './embedded/embedded-database.js'

/** A `postgres://` URL, a pool of the `pg` package, or a folder (or `file:` URL) for the embedded database. */
export type DatabaseOption = string | Pool

const connectTimeoutMs = 10_000
const hint = 'A path to a folder opens the embedded database, `memory:` one that is gone with the process.'

export interface ConnectedDatabase {
  readonly driver: SqlDriver
  /** Nobody else looks after the schema of an embedded database: opening it migrates it. */
  readonly isEmbedded: boolean
  /** An embedded database that nobody has open yet: the workers that it names are dead. */
  readonly isFirst?: boolean
}

/** @throws InvalidOptionError, DatabaseInUseError */
export const connect = async (database: DatabaseOption): Promise<ConnectedDatabase> => {
  if (typeof database === 'string' && database !== '') {
    if (/^postgres(ql)?:\/\//.test(database)) {
      const config = {
        connectionString: database,
        connectionTimeoutMillis: connectTimeoutMs,
        application_name: 'foliot',
      }
      return { driver: new PgDriver({ config, label: redact(database) }), isEmbedded: false }
    }
    const folder = embeddedFolder(database)
    if (folder !== undefined) {
      const embedded = await openEmbeddedDatabase(folder)
      return { driver: new PgliteDriver(embedded), isEmbedded: true, isFirst: embedded.isFirst }
    }
  }
  if (typeof database === 'object' && database !== null && 'options' in database && 'connect' in database) {
    const config = database.options as ClientConfig
    return { driver: new PgDriver({ config, pool: database, label: labelOf(config) }), isEmbedded: false }
  }
  throw new InvalidOptionError('database', 'a postgres:// URL, a pool of the pg package, or a path', database, hint)
}

/** A scheme has two letters at least: `C:\data` is a path. */
const embeddedFolder = (database: string): string | undefined => {
  if (database.startsWith('file:')) return fileURLToPath(database)
  return /^[a-z][a-z0-9+.-]+:/i.test(database) ? undefined : resolve(database)
}

const redact = (url: string): string => {
  try {
    const parsed = new URL(url)
    parsed.password = ''
    parsed.search = ''
    return parsed.href
  } catch {
    throw new InvalidOptionError('database', 'a URL that can be parsed', url.replace(/:[^:@/]*@/, ':…@'))
  }
}

const labelOf = ({ connectionString, host, port, database, user }: ClientConfig): string =>
  connectionString === undefined
    ? `postgres://${user === undefined ? '' : `${user}@`}${host ?? 'localhost'}:${port ?? 5432}/${database ?? ''}`
    : redact(connectionString)
