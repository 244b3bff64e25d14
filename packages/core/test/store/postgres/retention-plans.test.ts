// What retention reads must not depend on how full the tables are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { statementsFor } from '../../../src/store/postgres/statements.js'
import { deleteRunsValues } from '../../../src/store/postgres/statements/delete-runs.js'
import { expiredRunsPage, expiredRunsValues } from '../../../src/store/postgres/statements/expired-runs.js'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js'

const sleepers = 30_000
const closed = 20_000
const olderThanMs = 30 * 86_400_000

/** Ids as they were made sixty days ago, a millisecond apart. */
const id = `(
  rpad(lpad(to_hex(floor(date_part('epoch', now() - interval '60 days') * 1000)::bigint + n), 12, '0'), 16, '7')
  || lpad(to_hex(n), 16, '0')
)::uuid`

describe('with many runs, open and closed', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client(database.url)
    await client.connect()
    await client.query(`
      with run as (
        insert into foliot.runs (run_id, created_at, workflow_id, workflow_type, task_queue, status, args)
        select ${id}, now() - interval '60 days', 'sleeper-' || n, 'Order', 'default', 'running', '[]'
        from generate_series(1, ${sleepers}) n
        returning run_id, workflow_id
      )
      insert into foliot.run_tasks (run_id, workflow_id, task_queue, priority, wake_at, seq)
      select run_id, workflow_id, 'default', 3, now() + interval '1 year', 2 from run`)
    await client.query(`
      with run as (
        insert into foliot.runs (run_id, created_at, workflow_id, workflow_type, task_queue, status, args, closed_at, next_run_id)
        select ${id}, now() - interval '60 days', 'done-' || n, 'Order', 'default', 'continued-as-new', '[]',
          now() - interval '50 days', gen_random_uuid()
        from generate_series(${sleepers + 1}, ${sleepers + closed}) n
        returning run_id
      )
      insert into foliot.history (run_id, recorded_at, seq, type, data)
      select run_id, now() - interval '50 days', seq, 'RunStarted', '{}' from run, generate_series(1, 3) seq`)
    await client.query('analyze')
  }, 60_000)
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  const explain = async (text: string, values: readonly unknown[]): Promise<{ plan: string; buffers: number }> => {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, [...values])
    await client.query('rollback')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return { plan, buffers: Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]) }
  }
  const wholeTable = /Seq Scan on (runs|run_tasks|history)|hashed SubPlan/

  it('expired runs are found by looking at a part of the runs, and at nothing else', async () => {
    const { expiredRuns } = statementsFor('foliot')
    const past = expiredRunsValues({ olderThanMs, limit: 100, scanLimit: 1_000 })
    const overSleepers = await explain(expiredRuns.text, past)
    expect(overSleepers.plan).not.toMatch(wholeTable)
    expect(overSleepers.buffers).toBeLessThan(200)
  })

  it('expired runs are deleted by their keys', async () => {
    const { deleteRuns, expiredRuns } = statementsFor('foliot')
    const query = { olderThanMs, limit: 100, scanLimit: 50_000 }
    const { rows } = await client.query({
      ...{ text: expiredRuns.text, values: [...expiredRunsValues(query)], rowMode: 'array' as const },
    })
    const { runs } = expiredRunsPage(rows as unknown as (string | null)[][], query.limit)
    expect(runs).toHaveLength(100)
    const runIds = runs.map(({ runId }) => runId)
    const deletion = await explain(deleteRuns.text, deleteRunsValues({ runIds, olderThanMs }))
    expect(deletion.plan).not.toMatch(wholeTable)
    expect(deletion.buffers).toBeLessThan(5_000)
  })
})
