// The driver for a database option.
import type { ClientConfig, Pool } from 'pg'
import { InvalidOptionError } from '../../base/invalid-option-error.js'
import { PgDriver } from './driver/pg-driver.js'
import type { SqlDriver } from './driver/sql-driver.js'

const connectTimeoutMs = 10_000

export type DatabaseOption = string | Pool

export const connect = (database: DatabaseOption): SqlDriver => {
  if (typeof database === 'string' && /^postgres(ql)?:\/\//.test(database)) {
    const config = { connectionString: database, connectionTimeoutMillis: connectTimeoutMs, application_name: 'foliot' }
    return new PgDriver({ config, label: redact(database) })
  }
  if (typeof database === 'object' && database !== null && 'options' in database && 'connect' in database) {
    const config = database.options as ClientConfig
    return new PgDriver({ config, pool: database, label: labelOf(config) })
  }
  throw new InvalidOptionError('database', 'a postgres:// URL or a pool of the pg package', database)
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
