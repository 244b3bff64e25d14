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

/** The store of the test that runs, on an empty database with a bundle for the workflows Order and Refund. */
export interface StoreUnderTest {
  readonly store: Store
  /** Another store on the same database, closed after the test. */
  open(): Promise<Store>
  advance(ms: number): Promise<void>
  /** Asks until there is an answer. */
  eventually<T>(ask: () => Promise<T | undefined>): Promise<T>
}
