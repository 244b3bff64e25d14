import { describe, expect, inject, it } from 'vitest'
import { openStore } from '../../../src/store/postgres/open-store.js'
import { createTestDatabase } from '../../support/test-database.js'
import { startPostgresServer } from '../../support/postgres-server.mjs'
import { migrate } from '../../../src/store/postgres/migrate.js'
import {
  bundleOf,
  closingEntry,
  firstEntry,
  idleTick,
  openWorker,
  startClaimed,
  startOf,
} from '../contract/fixtures.js'

describe('a database that can’t be used', () => {
  it.each([
    ['nobody listens', 'postgres://app:s3cret@127.0.0.1:1/app', 'Start the server'],
    ['the host is unknown', 'postgres://app:s3cret@host.invalid/app', 'host name is unknown'],
  ])('is reported with what was tried and what to do when %s', async (_, database, advice) => {
    const error = await openStore({ database }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'FOLIOT_DATABASE_UNAVAILABLE', message: expect.stringContaining(advice) })
    expect((error as Error).message).toContain('postgres://app@')
    expect(`${(error as Error).stack}`).not.toContain('s3cret')
  })

  it('is reported when the database is missing', async () => {
    const url = new URL(inject('postgresUrl'))
    url.pathname = '/no_such_database'
    await expect(openStore({ database: url.href })).rejects.toMatchObject({
      code: 'FOLIOT_DATABASE_UNAVAILABLE',
      message: expect.stringContaining('Create the database'),
    })
  })

  it.each(['', 'mysql://localhost/app', 5, null])('is refused when it is no database: %j', async (database) => {
    await expect(openStore({ database: database as string })).rejects.toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
  })
})

describe('a database that goes away', () => {
  // TRAPS 55
  it('is waited for by starts and reads, and its workers register anew', { timeout: 60_000 }, async () => {
    const server = await startPostgresServer()
    try {
      await migrate({ database: server.url })
      const store = await openStore({ database: server.url })
      await store.registerBundle(bundleOf('a', ['Order']))
      const session = await openWorker(store, { workerId: 'w' })
      const { run, now } = await startClaimed(store, session)
      await session.commit([firstEntry(run, now)])
      const starts = Array.from({ length: 50 }, () => startOf())
      const down = server.restart({ downMs: 1_500 })
      const outcomes = Promise.all(starts.map((start) => store.startRuns([start])))
      const description = store.describeRuns([{ runId: run.runId }])
      const opening = new Promise((resolve) => setTimeout(resolve, 500)).then(() =>
        openWorker(store, { workerId: 'w' }),
      )
      await down
      expect((await outcomes).flat()).toEqual(starts.map(({ runId }) => ({ type: 'started', runId })))
      expect((await description)[0]?.status).toBe('running')
      await expect(session.commit([closingEntry(run.runId, 3, now)])).rejects.toMatchObject({
        code: expect.stringMatching(/^FOLIOT_(COMMIT_UNKNOWN|SESSION_LOST)$/),
      })
      const next = await opening
      expect((await next.tick(idleTick)).freedRuns).toBe(1)
      const claimed = await next.claimRuns({ limit: 100, aheadMs: 0 })
      expect(claimed.runs).toHaveLength(51)
      await next.end()
      await store.close()
    } finally {
      await server.stop()
    }
  })

  it('leaves the outcome of a commit unknown when its connection broke', async () => {
    await using database = await createTestDatabase()
    const store = await openStore({ database: database.url })
    await store.registerBundle(bundleOf('a', ['Order']))
    const session = await openWorker(store)
    const { run, now } = await startClaimed(store, session)
    await database.query('begin')
    await database.query('lock table foliot.history in access exclusive mode')
    const commit = session.commit([firstEntry(run, now)]).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await database.query('select pg_terminate_backend(backend_pid) from foliot.workers')
    expect(await commit).toMatchObject({ code: 'FOLIOT_COMMIT_UNKNOWN' })
    await database.query('rollback')
    await expect(session.tick(idleTick)).rejects.toMatchObject({ code: 'FOLIOT_SESSION_LOST' })
    await store.close()
  })
})
