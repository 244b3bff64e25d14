// Thrown when the database can't be reached, or refuses the connection.
import { FoliotError } from '../../base/foliot-error.js'
import { describeFailure, isConnectionFailure } from './database-failure.js'

const adviceFor = (error: unknown): string => {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '')
  if (code === 'ECONNREFUSED') return 'Start the server, or correct host and port of the database URL.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name is unknown: correct it in the database URL.'
  if (code === '28P01' || code === '28000') return 'Correct user and password of the database URL.'
  if (code === '3D000') return 'Create the database, or correct its name in the database URL.'
  if (code === '53300') return 'The server has no connection left: raise its max_connections or use a pooler.'
  return 'Check the database URL, and that the server is up.'
}

export class DatabaseUnavailableError extends FoliotError {
  static override readonly code = 'FOLIOT_DATABASE_UNAVAILABLE'
  /** @param label what was tried, without a password */
  constructor(label: string, cause: unknown) {
    super(`The database ${label} can't be used: ${describeFailure(cause)}. ${adviceFor(cause)}`, { cause })
  }
}

const refusals = ['28P01', '28000', '3D000', '53300']

/** The error to throw for one of a first connection: most often, something is wrong with what was configured. */
export const unavailable = (label: string, error: unknown): unknown => {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '')
  return isConnectionFailure(error) || refusals.includes(code) ? new DatabaseUnavailableError(label, error) : error
}
