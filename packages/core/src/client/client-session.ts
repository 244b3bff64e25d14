// What a client's parts share: the store and the clock behind one door that shuts when the client closes.
import type { Clock } from '../base/clock.js'
import type { Store } from '../store/store.js'
import { ClientClosedError } from './client-closed-error.js'

export class ClientSession {
  readonly clock: Clock
  readonly #store: Store
  readonly #calls = new Set<Promise<unknown>>()
  readonly #unsubscribes = new Set<() => void>()
  #closed = false

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.clock = clock
  }

  get closed(): boolean {
    return this.#closed
  }

  /** @throws ClientClosedError */
  assertOpen(): void {
    if (this.#closed) throw new ClientClosedError()
  }

  /** Calls the store, unless the client is closed. */
  async call<T>(operation: (store: Store) => Promise<T>): Promise<T> {
    this.assertOpen()
    const call = operation(this.#store)
    this.#calls.add(call)
    try {
      return await call
    } finally {
      this.#calls.delete(call)
    }
  }

  /** Calls back on the store's hints until the client closes. */
  onHint(listener: Parameters<Store['onHint']>[0]): void {
    this.#unsubscribes.add(this.#store.onHint(listener))
  }

  /** Shuts the door, and waits for the calls that are on their way. */
  async close(): Promise<void> {
    this.#closed = true
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#unsubscribes.clear()
    await Promise.allSettled(this.#calls)
  }
}
