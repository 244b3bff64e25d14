// What the contract needs of a store under test: a fresh one for each test, and its clock in hand.
import type { Store } from '../../../src/store/store.js'

export interface StoreHarness {
  /** Opens another store on the same database. */
  open(): Promise<Store>
  /** Moves the store's clock forward. */
  advance(ms: number): Promise<void>
  /** Empties the database. */
  reset(): Promise<void>
  close(): Promise<void>
}
