import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { armPoint, type FaultPoint } from '../../../src/store/fault-points.js'
import { openStore } from '../../../src/store/postgres/open-store.js'
import type { Store } from '../../../src/store/store.js'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js'
import {
  bundleOf,
  closingEntry,
  firstEntry,
  openWorker,
  startOf,
  tickRequest,
  tickUntil,
} from '../contract/fixtures.js'

// TRAPS 50
describe('a worker that stops between two statements', () => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await createTestDatabase()
    store = await openStore({ database: database.url })
    await store.registerBundle(bundleOf('a', ['Order']))
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  it.each<[FaultPoint, number]>([
    ['claim:after', 0],
    ['commit:before', 0],
    ['commit:after', 2],
  ])('at %s leaves what the next one goes on from', async (point, events) => {
    const doomed = await openWorker(store, { leaseMs: 24 * 3_600_000 })
    const start = startOf()
    await store.startRuns([start])
    const disarm = armPoint(point, () => {
      throw new Error('stopped')
    })
    const work = async (): Promise<void> => {
      const { runs, now } = await doomed.claimRuns({ limit: 10, aheadMs: 0 })
      await doomed.commit([firstEntry(runs[0]!, now)])
    }
    await expect(work()).rejects.toThrow('stopped')
    disarm()
    await database.query('delete from foliot.workers')
    const session = await openWorker(store)
    const { runs, now } = await tickUntil(session, tickRequest, (reply) => reply.runs.length > 0)
    expect(runs).toMatchObject([{ runId: start.runId, takeovers: 1 }])
    expect(runs[0]?.args === undefined).toBe(events > 0)
    expect((await session.readHistories([start.runId])).get(start.runId)).toHaveLength(events)
    if (events === 0) await session.commit([firstEntry(runs[0]!, now)])
    await session.commit([closingEntry(start.runId, 3, now)])
    expect((await store.describeRuns([{ runId: start.runId }]))[0]).toMatchObject({
      status: 'completed',
      startedAt: expect.any(Number),
    })
    await session.end()
  })
})
