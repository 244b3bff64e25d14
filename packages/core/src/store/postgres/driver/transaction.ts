// Runs statements in a transaction on a connection of the driver.
import type { SqlConnection, SqlDriver } from './sql-driver.js'

export const inTransaction = async <T>(
  driver: SqlDriver,
  body: (connection: SqlConnection) => Promise<T>,
): Promise<T> => {
  const connection = await driver.acquire()
  let broken: unknown
  try {
    await connection.script('begin')
    const result = await body(connection)
    await connection.script('commit')
    return result
  } catch (error) {
    await connection.script('rollback').catch((cause: unknown) => (broken = cause))
    throw error
  } finally {
    connection.release(broken)
  }
}
