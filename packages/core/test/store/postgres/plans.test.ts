// Plans that must not depend on how full the tables are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { statementsFor } from '../../../src/store/postgres/statements.js'
import { claimRunsValues } from '../../../src/store/postgres/statements/claim-runs.js'
import { tickValues } from '../../../src/store/postgres/statements/tick.js'
import { openStore } from '../../../src/store/postgres/open-store.js'
import type { Store } from '../../../src/store/store.js'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { bundleOf, openWorker, startOf } from '../contract/fixtures.js'

const sleepers = 50_000

describe('with many sleeping runs', () => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await createTestDatabase()
    store = await openStore({ database: database.url })
    await store.registerBundle(bundleOf('a', ['Order']))
    await database.query(`
      with ids as (select gen_random_uuid() as id, n from generate_series(1, ${sleepers}) n),
      run as (
        insert into foliot.runs (run_id, created_at, workflow_id, workflow_type, task_queue, status, args)
        select id, now(), 'sleeper-' || n, 'Order', 'default', 'running', '[]' from ids
      )
      insert into foliot.run_tasks (run_id, workflow_id, task_queue, priority, wake_at, seq)
      select id, 'sleeper-' || n, 'default', 3, now() + interval '1 year' * random() + interval '1 day', 2 from ids`)
  }, 60_000)
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const buffersOf = async (text: string, values: readonly unknown[]): Promise<{ plan: string; buffers: number }> => {
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, [...values])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return { plan, buffers: Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]) }
    } finally {
      await client.end()
    }
  }

  it('claims and ticks read only what is due', async () => {
    await openWorker(store, { workerId: 'w' })
    const [row] = await database.query<{ epoch: string }>(`select epoch from foliot.workers where worker_id = 'w'`)
    await store.startRuns(Array.from({ length: 20 }, () => startOf()))
    const worker = {
      ...{ epoch: Number(row?.epoch), workerId: 'w', engineVersion: 1 },
      ...{ taskQueues: ['default', 'other'], activities: ['charge'] },
    }
    const request = { limit: 10, aheadMs: 1_000 }
    const statements = statementsFor('foliot')
    const claim = await buffersOf(statements.claimRuns.text, claimRunsValues(worker, request))
    expect(claim.plan).not.toContain('Seq Scan on run_tasks')
    expect(claim.buffers).toBeLessThan(1_500)
    const tick = await buffersOf(statements.tick.text, tickValues(worker, request, 10, new Map()))
    expect(tick.plan).not.toContain('Seq Scan on run_tasks')
    expect(tick.buffers).toBeLessThan(2_000)
  })
})
