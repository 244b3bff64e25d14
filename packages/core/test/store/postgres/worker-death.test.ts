import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/postgres/open-store.js'
import type { Store } from '../../../src/store/store.js'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { startTransactionPooler } from '../../support/transaction-pooler.js'
import { bundleOf, firstEntry, idleTick, openWorker, startClaimed, startOf, tickRequest } from '../contract/fixtures.js'

const day = 24 * 3_600_000

describe('a worker whose connection dropped', () => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await createTestDatabase()
    store = await openStore({ database: database.url })
    await store.registerBundle(bundleOf('a', ['Order']))
  })
  beforeEach(() => database.query('truncate foliot.workers, foliot.runs, foliot.run_tasks, foliot.history'))
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const uptimeMs = async (): Promise<number> => {
    const [row] = await database.query<{ ms: number }>(
      `select (extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::float8 as ms`,
    )
    return row?.ms ?? 0
  }

  const dropConnection = async (workerId: string): Promise<void> => {
    const [row] = await database.query<{ pid: number }>(
      `select backend_pid as pid, pg_terminate_backend(backend_pid) from foliot.workers where worker_id = $1`,
      [workerId],
    )
    const isGone = () => database.query(`select 1 from pg_stat_activity where pid = $1`, [row?.pid])
    await expect.poll(isGone, { timeout: 5_000, interval: 5 }).toEqual([])
  }

  it('is dead to the next tick, which frees its runs too', async () => {
    // Its lease would go on for long: it is shorter than the server's life, and renewed by hand.
    await expect.poll(uptimeMs, { timeout: 4_000 }).toBeGreaterThan(1_500)
    const doomed = await openWorker(store, { leaseMs: 1_000 })
    const { run, now } = await startClaimed(store, doomed)
    await doomed.commit([firstEntry(run, now)])
    await database.query(`update foliot.workers set lease_until = lease_until + interval '1 day'`)
    const session = await openWorker(store)
    expect((await session.tick(idleTick)).deadWorkers).toEqual([])
    await dropConnection(doomed.workerId)
    const reply = await session.tick(tickRequest)
    expect(reply).toMatchObject({ deadWorkers: [doomed.workerId], freedRuns: 1 })
    const { runs } = reply.runs.length > 0 ? reply : await session.claimRuns({ limit: 10, aheadMs: 0 })
    expect(runs).toMatchObject([{ runId: run.runId, seq: null, takeovers: 1 }])
    await expect(doomed.tick(idleTick)).rejects.toMatchObject({ code: 'FOLIOT_SESSION_LOST' })
    await session.end()
  })

  it('is given its lease while the server is younger than that: a restart drops everybody', async () => {
    const doomed = await openWorker(store, { leaseMs: 20 * day })
    const session = await openWorker(store)
    await dropConnection(doomed.workerId)
    expect((await session.tick(idleTick)).deadWorkers).toEqual([])
    await session.end()
  })

  it('isn’t told from others through a pooler', async () => {
    await using pooler = await startTransactionPooler(database.url)
    const pooled = await openStore({ database: pooler.url })
    const session = await openWorker(pooled)
    expect(await database.query('select backend_pid from foliot.workers')).toEqual([{ backend_pid: null }])
    await session.end()
    await pooled.close()
  })

  it('that is removed by hand loses its runs at the next tick', async () => {
    const doomed = await openWorker(store)
    const { run } = await startClaimed(store, doomed)
    await database.query('delete from foliot.workers')
    const session = await openWorker(store)
    expect((await session.tick(idleTick)).freedRuns).toBe(1)
    expect((await session.claimRuns({ limit: 1, aheadMs: 0 })).runs).toMatchObject([{ runId: run.runId }])
    await session.end()
  })

  it('doesn’t keep others waiting while a statement of it is stuck', async () => {
    const doomed = await openWorker(store, { leaseMs: 1 })
    await startClaimed(store, doomed)
    // What a claim in flight holds.
    await database.query('begin')
    await database.query(`select 1 from foliot.workers where worker_id = $1 for key share`, [doomed.workerId])
    const session = await openWorker(store)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await session.tick(idleTick)).deadWorkers).toEqual([])
    await database.query('commit')
    expect(await session.tick(idleTick)).toMatchObject({ deadWorkers: [doomed.workerId], freedRuns: 1 })
    await session.end()
  })
})

// TRAPS 60
it('an idle worker makes one transaction a tick', async () => {
  await using database = await createTestDatabase()
  /** Of a worker from its registration to its end, when its backends have reported. */
  const transactionsOf = async (ticks: number): Promise<number> => {
    const count = async (): Promise<number> => {
      const others = () =>
        database.query(`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
      await expect.poll(others, { timeout: 5_000 }).toEqual([])
      await database.query('select pg_stat_force_next_flush()')
      const [row] = await database.query<{ n: string }>(
        `select xact_commit as n from pg_stat_database where datname = current_database()`,
      )
      return Number(row?.n)
    }
    const before = await count()
    const store = await openStore({ database: database.url })
    await store.registerBundle(bundleOf('a', ['Order']))
    await store.startRuns([startOf({ startAt: Date.parse('2090-01-01T00:00:00Z') })])
    const session = await openWorker(store)
    for (let i = 0; i < ticks; i++) await session.tick(tickRequest)
    await session.end()
    await store.close()
    return (await count()) - before
  }
  await transactionsOf(0)
  const overhead = await transactionsOf(0)
  expect((await transactionsOf(40)) - overhead).toBeLessThanOrEqual(43)
})
