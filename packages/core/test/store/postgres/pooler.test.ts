// TRAPS 53: the whole contract through a pooler in transaction mode.
import { createTestDatabase } from '../../support/test-database.js'
import { startTransactionPooler } from '../../support/transaction-pooler.js'
import { describeStore } from '../contract/store-contract.js'
import { sqlHarness } from '../sql-harness.js'

describeStore('pooled Postgres', async () => {
  const database = await createTestDatabase()
  const pooler = await startTransactionPooler(database.url, 8)
  const close = async (): Promise<void> => {
    await pooler[Symbol.asyncDispose]()
    await database.drop()
  }
  return sqlHarness({ database: pooler.url }, (text) => database.query(text), close)
})
