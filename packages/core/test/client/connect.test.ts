import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import { Client } from '../../src/client/client.js'
import { ClientClosedError } from '../../src/client/client-closed-error.js'
import { UnknownWorkflowError } from '../../src/client/unknown-workflow-error.js'
import { DatabaseUnavailableError } from '../../src/store/postgres/database-unavailable-error.js'
import { openStore } from '../../src/store/postgres/open-store.js'
import type { Store } from '../../src/store/store.js'
import { createTestDatabase, type TestDatabase } from '../support/test-database.js'
import { collect, errorOf } from './client-on-memory.js'
import { bundleOf, HandWorker } from './hand-worker.js'

let database: TestDatabase
let store: Store
let worker: HandWorker
let client: Client

beforeAll(async () => {
  database = await createTestDatabase()
  store = await openStore({ database: database.url })
  client = await Client.connect({ database: database.url })
  await client.bundles.register(bundleOf(['onboarding', 'billing']))
  worker = await HandWorker.open(store)
})

afterAll(async () => {
  await client.close()
  await store.close()
  await database.drop()
})

describe('Client.connect', () => {
  test('starts, watches and awaits runs on Postgres', async () => {
    const run = await client.start<string>('onboarding', { workflowId: 'user-42', args: [42, '\u0000'] })
    const watched = collect(run.watch())
    const result = run.result()
    await worker.claim()
    await worker.begin(run.runId)
    await worker.complete(run.runId, 'sent')
    expect(await result).toBe('sent')
    expect((await watched).map(({ type }) => type)).toEqual(['in_progress', 'completed'])
    const description = await run.describe()
    expect(description).toMatchObject({ status: 'completed', args: [42, '\u0000'], result: 'sent' })
    expect(Math.abs(description.createdAt.getTime() - Date.now())).toBeLessThan(60_000)
    expect(await run.history()).toMatchObject([{ type: 'RunStarted' }, { type: 'RunCompleted' }])
  })

  test('starts many runs at once in few statements', async () => {
    const ids = Array.from({ length: 500 }, (_, i) => `many-${i}`)
    const before = await transactions()
    const runs = await Promise.all(ids.map((workflowId) => client.start('billing', { workflowId, args: [workflowId] })))
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(500)
    expect((await transactions()) - before).toBeLessThan(50)
    const listed: string[] = []
    for await (const { workflowId } of client.listAll({ workflowType: 'billing', limit: 200 })) listed.push(workflowId)
    expect(listed.sort()).toEqual([...ids].sort())
  })

  test('awaits a run although every connection is cut meanwhile', async () => {
    const run = await client.start<string>('onboarding', { workflowId: 'cut' })
    const result = run.result({ timeout: '20 seconds' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const [cut] = await database.query<{ n: string }>(
      `select count(pg_terminate_backend(pid)) as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(Number(cut?.n)).toBeGreaterThan(0)
    await database.query(
      `update foliot.runs set status = 'completed', result = '"by hand"', closed_at = now() where run_id = $1`,
      [run.runId],
    )
    expect(await result).toBe('by hand')
  })

  test('asks the database which workflows there are when one is unknown', async () => {
    const error = await errorOf(client.start('onbording', { workflowId: 'a' }))
    expect(error).toBeInstanceOf(UnknownWorkflowError)
    expect(error).toMatchObject({ known: ['billing', 'onboarding'] })
  })

  test('refuses options that mean nothing, before it connects', async () => {
    // @ts-expect-error: no such option
    const misspelt = Client.connect({ database: database.url, shema: 'x' })
    expect(await errorOf(misspelt)).toBeInstanceOf(InvalidOptionError)
    expect(String(await errorOf(misspelt))).toContain('Did you mean schema?')
  })

  test('says that the database can’t be reached', async () => {
    const error = await errorOf(Client.connect({ database: 'postgres://user:secret@127.0.0.1:1/app' }))
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(String(error)).not.toContain('secret')
  })

  test('closes its connections at the end of its scope', async () => {
    const other = await Client.connect({ database: database.url })
    const run = await other.start('onboarding', { workflowId: 'scope' })
    const result = errorOf(run.result())
    await other[Symbol.asyncDispose]()
    expect(await result).toBeInstanceOf(ClientClosedError)
  })
})

const transactions = async (): Promise<number> => {
  // Counters of other sessions come with a delay; a second is the longest they are held back.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const [row] = await database.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(row?.n)
}
