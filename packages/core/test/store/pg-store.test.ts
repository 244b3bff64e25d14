import { createTestDatabase } from '../support/test-database.js'
import { describeStore } from './contract/store-contract.js'
import { sqlHarness } from './sql-harness.js'

describeStore('Postgres', async () => {
  const database = await createTestDatabase()
  return sqlHarness(
    { database: database.url },
    (text) => database.query(text),
    () => database.drop(),
  )
})
