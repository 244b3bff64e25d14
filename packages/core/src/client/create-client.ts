// Makes a client on a store and a clock that are there already, as test environments have them.
import type { Clock } from '../base/clock.js'
import type { Store } from '../store/store.js'
import { Client } from './client.js'
import type { Polling } from './polling.js'

export interface ClientSetup {
  readonly store: Store
  readonly clock: Clock
  /** A clock that is moved by hand wants looks that are far apart: the memory store's hints are never lost. */
  readonly polling?: Polling
}

/** The store stays open when the client closes. */
export const createClient = (setup: ClientSetup): Client => new Client({ ...setup, ownsStore: false })
