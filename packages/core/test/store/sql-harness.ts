// The harness of a store in Postgres: the clock is its one function of time, tables are emptied between tests.
import { openStore, type OpenStoreOptions } from '../../src/store/postgres/open-store.js'
import type { StoreHarness } from './contract/store-harness.js'

const tables =
  'runs run_tasks history inbox timers activity_tasks workers queries current_bundles bundles outbox update_outcomes duties'.split(
    ' ',
  )

const setClock = (aheadMs: number): string => `
  create or replace function foliot.now() returns timestamptz language sql volatile as
  $$ select date_trunc('milliseconds', clock_timestamp()) + interval '${aheadMs} milliseconds' $$`

export const sqlHarness = (
  options: OpenStoreOptions,
  query: (text: string) => Promise<unknown>,
  close: () => Promise<void>,
): StoreHarness => {
  let aheadMs = 0
  return {
    open: () => openStore(options),
    advance: async (ms) => {
      aheadMs += ms
      await query(setClock(aheadMs))
    },
    reset: async () => {
      await query(`truncate ${tables.map((table) => `foliot.${table}`).join(', ')}`)
      if (aheadMs !== 0) await query(setClock((aheadMs = 0)))
    },
    close,
  }
}
