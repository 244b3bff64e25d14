// What an error of the database means for whoever ran the statement.

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : ''
}

// Node's codes, the texts of node-postgres for a connection that ended, and Postgres' classes for the same: 08 connection,
// 57P01–57P03 shutting down or starting up, 25006 a primary that became a standby.
const nodeCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/
const postgresCodes = /^(08|57P0[1-3]|25006)/
const texts = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/

/** The connection broke or couldn't be made: what was running may have been done or not. */
export const isConnectionFailure = (error: unknown): boolean => {
  const code = codeOf(error)
  return nodeCodes.test(code) || postgresCodes.test(code) || (error instanceof Error && texts.test(error.message))
}

/** The statement lost against another and did nothing; it may win the next time: deadlock, serialisation. */
export const isContention = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error))

/** A key is taken: by a statement that this one couldn't see yet, or by what it would write twice. */
export const isTakenKey = (error: unknown): boolean => codeOf(error) === '23505'

/** Postgres looked at the data and refuses it: class 22 data exceptions, 23 constraints, 54 limits. */
export const isRefusal = (error: unknown): boolean => /^(22|23|54)/.test(codeOf(error))

/** In the words of the database, with its detail. */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { detail } = error as { detail?: unknown }
  return typeof detail === 'string' ? `${error.message} (${detail})` : error.message
}
