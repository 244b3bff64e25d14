// What a client's parts share: the store and the clock behind one door that shuts when the client closes.
import type { Clock, ClockTimer } from '../base/clock.js'
import { FoliotError } from '../base/foliot-error.js'
import type { Store } from '../store/store.js'
import { ClientClosedError } from './client-closed-error.js'

/** Longer, and the database is away: what waits for it isn't worth holding up a process that ends. */
const patienceMs = 5_000

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
    } catch (error) {
      // A store that was closed under a call has words of its own for it.
      if (this.#closed && !FoliotError.is(error)) throw new ClientClosedError({ cause: error })
      throw error
    } finally {
      this.#calls.delete(call)
    }
  }

  /** Calls back on the store's hints until the client closes. */
  onHint(listener: Parameters<Store['onHint']>[0]): void {
    this.#unsubscribes.add(this.#store.onHint(listener))
  }

  /** Shuts the door, and waits a while for the calls that are on their way. */
  async close(): Promise<void> {
    this.#closed = true
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#unsubscribes.clear()
    const settled = Promise.allSettled(this.#calls)
    let timer: ClockTimer | undefined
    const patience = new Promise<void>((resolve) => (timer = this.clock.setTimer(patienceMs, resolve)))
    await Promise.race([settled, patience])
    timer?.cancel()
  }
}
