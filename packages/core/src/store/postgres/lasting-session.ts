// A connection that is made when it is needed and made anew when it broke, for the hot statements of callers without a
// session of their own.
import { isConnectionFailure } from './database-failure.js'
import type { SqlRunner, SqlDriver, SqlRow, SqlSession, SqlValue, Statement } from './driver/sql-driver.js'

export class LastingSession implements SqlRunner {
  readonly #driver: SqlDriver
  #session: Promise<SqlSession> | undefined

  constructor(driver: SqlDriver) {
    this.#driver = driver
  }

  async run(statement: Statement, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    this.#session ??= this.#driver.openSession()
    const opening = this.#session
    try {
      return await (await opening).run(statement, values)
    } catch (error) {
      if (isConnectionFailure(error)) this.#forget(opening)
      throw error
    }
  }

  async close(): Promise<void> {
    const opening = this.#session
    this.#session = undefined
    await opening?.then(
      (session) => session.close(),
      () => undefined,
    )
  }

  #forget(opening: Promise<SqlSession>): void {
    if (this.#session === opening) this.#session = undefined
    void opening.then(
      (session) => session.close(),
      () => undefined,
    )
  }
}
