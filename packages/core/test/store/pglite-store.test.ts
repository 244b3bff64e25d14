import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../../src/store/postgres/embedded/embedded-database.js'
import { openStore } from '../../src/store/postgres/open-store.js'
import { describeStore } from './contract/store-contract.js'
import { sqlHarness } from './sql-harness.js'

describeStore('embedded', async () => {
  const database = await mkdtemp(join(tmpdir(), 'foliot-embedded-'))
  // Stays open throughout, so that the database does; its schema comes from opening a store.
  const kept = await openEmbeddedDatabase(database)
  await (await openStore({ database })).close()
  const query = (text: string) => kept.mutex.run(() => kept.pglite.exec(text))
  const close = async (): Promise<void> => {
    await kept.release()
    await rm(database, { recursive: true, force: true })
  }
  return sqlHarness({ database }, query, close)
})
