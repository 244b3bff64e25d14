// Two names of one host make two stores that don't know of each other, like those of two processes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/postgres/open-store.js'
import type { Store, StoreHint } from '../../../src/store/store.js'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { bundleOf, closingEntry, firstEntry, openWorker, startClaimed, startOf } from '../contract/fixtures.js'

describe('hints between processes', () => {
  let database: TestDatabase
  let here: Store
  let there: Store
  let heard: StoreHint[]

  beforeEach(async () => {
    database = await createTestDatabase()
    here = await openStore({ database: database.url })
    const other = new URL(database.url)
    other.searchParams.set('application_name', 'other')
    other.username = 'postgres'
    other.hostname = other.hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1'
    there = await openStore({ database: other.href })
    await here.registerBundle(bundleOf('a', ['Order']))
    heard = []
    there.onHint((hint) => heard.push(hint))
    await listeners(1)
  })
  afterEach(async () => {
    await Promise.all([here.close(), there.close()])
    await database.drop()
  })

  const listeners = (count: number) =>
    expect
      .poll(
        () =>
          database.query(
            `select 1 from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
          ),
        { timeout: 5_000 },
      )
      .toHaveLength(count)
  const hear = (hint: StoreHint) => expect.poll(() => heard, { timeout: 5_000, interval: 5 }).toContainEqual(hint)

  it('tell of starts, of mail for a run owned there, and of ends that somebody waits for', async () => {
    await here.startRuns([startOf()])
    await hear({ type: 'work', taskQueue: 'default', of: 'runs' })
    const session = await openWorker(there)
    const { run, now } = await startClaimed(there, session)
    await here.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
    await hear({ type: 'mail', runId: run.runId })

    const ends: StoreHint[] = []
    here.onHint((hint) => ends.push(hint))
    await listeners(2)
    await here.describeRuns([{ runId: run.runId }])
    await new Promise((resolve) => setTimeout(resolve, 100))
    await session.commit([firstEntry(run, now)])
    await session.commit([closingEntry(run.runId, 3, now)])
    await expect
      .poll(() => ends, { timeout: 5_000, interval: 5 })
      .toEqual([{ type: 'progress', runIds: [run.runId], closed: true }])
  })

  it('are few, however much there is to tell', async () => {
    const sizes: number[] = []
    there.onHint((hint) => sizes.push(hint.type === 'work' ? 1 : 0))
    const startedAt = performance.now()
    for (let i = 0; i < 100; i++) await here.startRuns([startOf()])
    const tookMs = performance.now() - startedAt
    await hear({ type: 'work', taskQueue: 'default', of: 'runs' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sizes.length).toBeLessThanOrEqual(tookMs / 10 + 2)
  })

  it('go on after the listening connection broke', async () => {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
    )
    await listeners(0)
    await listeners(1)
    await here.startRuns([startOf()])
    await hear({ type: 'work', taskQueue: 'default', of: 'runs' })
  })

  it('aren’t sent for what a worker of the same process takes, nor by commits nobody waits for', async () => {
    const session = await openWorker(here)
    const { run, now } = await startClaimed(here, session)
    await session.commit([firstEntry(run, now)])
    await session.commit([closingEntry(run.runId, 3, now)])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toEqual([])
  })

  it('aren’t listened for when that is switched off', async () => {
    const quiet = await openStore({ database: database.url, listen: false })
    quiet.onHint(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await listeners(1)
    await quiet.close()
  })
})
