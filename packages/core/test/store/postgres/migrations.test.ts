import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { migrate } from '../../../src/store/postgres/migrate.js'
import { migrationFiles } from '../../../src/store/postgres/migration/migration-files.js'
import {
  SchemaMissingError,
  SchemaOutdatedError,
  SchemaTooNewError,
} from '../../../src/store/postgres/migration/schema-errors.js'
import { openStore } from '../../../src/store/postgres/open-store.js'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { startTransactionPooler } from '../../support/transaction-pooler.js'
import { bundleOf, startOf } from '../contract/fixtures.js'

const names = migrationFiles().map(({ name }) => name)

describe('migrations', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false })
  })
  afterAll(() => database.drop())

  it('refuse to open a database without a schema, and say what to do', async () => {
    await expect(openStore({ database: database.url })).rejects.toMatchObject({
      code: SchemaMissingError.code,
      message: expect.stringContaining('calling migrate({ database, schema }) of @foliot/core/postgres'),
    })
  })

  it('run once, however many callers there are', async () => {
    const ran = await Promise.all(Array.from({ length: 6 }, () => migrate({ database: database.url })))
    expect(ran.flat()).toEqual(names)
    expect(ran.filter((each) => each.length > 0)).toHaveLength(1)
    expect(await migrate({ database: database.url })).toEqual([])
  })

  // TRAPS 53
  it('run once through a pooler in transaction mode, and leave no lock behind', async () => {
    await using pooler = await startTransactionPooler(database.url, 6)
    const schema = 'pooled'
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate({ database: pooler.url, schema })))
    expect(ran.flat()).toEqual(names)
    const locks = await database.query(`select 1 from pg_locks where locktype = 'advisory'`)
    expect(locks).toEqual([])
  })

  it('put everything into the schema that is named, beside others', async () => {
    await migrate({ database: database.url, schema: 'tenant_7' })
    const other = await openStore({ database: database.url, schema: 'tenant_7' })
    const store = await openStore({ database: database.url })
    await other.registerBundle(bundleOf('a', ['Order']))
    const start = startOf()
    expect(await other.startRuns([start])).toMatchObject([{ type: 'started' }])
    expect(await store.describeRuns([{ runId: start.runId }])).toEqual([undefined])
    await Promise.all([other.close(), store.close()])
    const strays = await database.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
    expect(strays).toEqual([])
  })

  it.each(['', 'Foliot', 'a"b', 'pg_catalog', 'information_schema', '1st', 'x'.repeat(49)])(
    'refuse %j as a schema name',
    async (schema) => {
      await expect(migrate({ database: database.url, schema })).rejects.toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
    },
  )

  it('refuse a schema that a newer version has migrated, and touch nothing', async () => {
    await migrate({ database: database.url, schema: 'newer' })
    await database.query(`insert into newer.schema_migrations values ('9999_future', '2030-01-01')`)
    const error = { code: SchemaTooNewError.code, message: expect.stringContaining('9999_future') }
    await expect(openStore({ database: database.url, schema: 'newer' })).rejects.toMatchObject(error)
    await expect(migrate({ database: database.url, schema: 'newer' })).rejects.toMatchObject(error)
  })

  it('tell a schema that is behind from one that is missing', async () => {
    await migrate({ database: database.url, schema: 'older' })
    await database.query(`update older.schema_migrations set name = '0000_before' where name = $1`, [
      names[names.length - 1],
    ])
    await expect(openStore({ database: database.url, schema: 'older' })).rejects.toMatchObject({
      code: SchemaTooNewError.code,
    })
    const refusal = () => openStore({ database: database.url, schema: 'older' })
    await database.query(`delete from older.schema_migrations where name = '0000_before'`)
    await expect(refusal()).rejects.toMatchObject({ code: SchemaOutdatedError.code })
    await database.query(`delete from older.schema_migrations`)
    await expect(refusal()).rejects.toMatchObject({ code: SchemaMissingError.code })
  })

  it('leave nothing when they fail', async () => {
    await database.query(`create schema broken; create table broken.history (run_id uuid)`)
    await expect(migrate({ database: database.url, schema: 'broken' })).rejects.toThrow(/already exists/)
    const tables = await database.query(`select relname from pg_class where relnamespace = 'broken'::regnamespace`)
    expect(tables).toEqual([{ relname: 'history' }])
  })

  // TRAPS 57
  it('use timestamptz alone, whatever the zones of database and process', async () => {
    const columns = await database.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'foliot' and data_type = 'timestamp without time zone'`,
    )
    expect(columns).toEqual([])
    await using zoned = await createTestDatabase()
    await zoned.query(
      `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'America/New_York'); end $$`,
    )
    const store = await openStore({ database: zoned.url })
    await store.registerBundle(bundleOf('a', ['Order']))
    // In the hour that New York has twice.
    const startAt = Date.UTC(2031, 10, 2, 6, 30)
    const start = startOf({ startAt })
    await store.startRuns([start])
    expect((await store.describeRuns([{ runId: start.runId }]))[0]?.wakeAt).toBe(startAt)
    expect(await store.nextWakeAt(['default'])).toBe(startAt)
    await store.close()
  })

  it('check every state: a row that can’t be isn’t', async () => {
    const refused = (text: string) => expect(database.query(text)).rejects.toMatchObject({ code: '23514' })
    const run = (changes: Record<string, string>) => {
      const row: Record<string, string> = {
        ...{ run_id: 'gen_random_uuid()', created_at: 'now()', workflow_id: `'w'`, workflow_type: `'t'` },
        ...{ task_queue: `'q'`, status: `'pending'`, args: `'[]'`, ...changes },
      }
      return `insert into foliot.runs (${Object.keys(row).join()}) values (${Object.values(row).join()})`
    }
    await refused(run({ status: `'sleeping'` }))
    await refused(run({ workflow_id: `''` }))
    await refused(run({ workflow_id: `repeat('é', 400)` }))
    await refused(run({ status: `'completed'` }))
    await refused(run({ closed_at: 'now()' }))
    await refused(`insert into foliot.history values (gen_random_uuid(), now(), 0, 'RunStarted', '{}')`)
    await refused(
      `insert into foliot.inbox (run_id, received_at, mail, kind, data) values (gen_random_uuid(), now(), 1, 'gossip', '{}')`,
    )
  })
})

describe('a pool of the user', () => {
  // TRAPS 56
  it('of two connections serves a hundred callers at once, and is left open', async () => {
    await using database = await createTestDatabase()
    const pool = new pg.Pool({ connectionString: database.url, max: 2 })
    const store = await openStore({ database: pool })
    await store.registerBundle(bundleOf('a', ['Order']))
    const session = await store.openSession({
      ...{ workerId: 'w', taskQueues: ['default'], activities: [], leaseMs: 15_000, engineVersion: 1 },
      ...{ host: 'test', processId: 1 },
    })
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const start = startOf({ reuse: i % 2 === 0 ? 'allow' : 'reject' })
        expect(await store.startRuns([start])).toMatchObject([{ type: 'started' }])
        await Promise.all([store.listRuns({ limit: 5 }), session.claimRuns({ limit: 1, aheadMs: 0 })])
        await session.readHistories([start.runId])
      }),
    )
    await session.end()
    await store.close()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })
})
