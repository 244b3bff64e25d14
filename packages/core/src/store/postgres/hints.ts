// Hints of one store: between all stores of the process on the same database at once, across processes by notification.
import { HintBus } from '../hint-bus.js'
import type { StoreHint } from '../store.js'
import type { SessionHints } from './session-hints.js'

interface Neighbourhood {
  readonly bus: HintBus
  /** Epochs of workers in this process. */
  readonly epochs: Set<number>
  stores: number
}

const neighbourhoods = new Map<string, Neighbourhood>()

export class Hints {
  readonly #key: string
  readonly #shared: Neighbourhood
  readonly #subscriptions = new Set<() => void>()

  /** @param key names the database and the schema */
  constructor(key: string) {
    this.#key = key
    const shared = neighbourhoods.get(key) ?? { bus: new HintBus(), epochs: new Set(), stores: 0 }
    neighbourhoods.set(key, shared)
    shared.stores += 1
    this.#shared = shared
  }

  subscribe(listener: (hint: StoreHint) => void): () => void {
    const unsubscribe = this.#shared.bus.subscribe(listener)
    this.#subscriptions.add(unsubscribe)
    return () => {
      this.#subscriptions.delete(unsubscribe)
      unsubscribe()
    }
  }

  work(of: 'runs' | 'activities', taskQueues: readonly string[]): void {
    for (const taskQueue of new Set(taskQueues)) this.#shared.bus.emit({ type: 'work', taskQueue, of })
  }

  mail(owned: readonly { readonly runId: string; readonly epoch: number }[]): void {
    for (const { runId } of owned) this.#shared.bus.emit({ type: 'mail', runId })
  }

  forSession(epoch: number, taskQueues: readonly string[]): SessionHints {
    const { bus, epochs } = this.#shared
    epochs.add(epoch)
    void taskQueues
    return {
      committed: (entries) => {
        const closed = entries.filter(({ disposition }) => disposition.type === 'close')
        const open = entries.filter(({ turn, disposition }) => turn !== undefined && disposition.type !== 'close')
        if (closed.length > 0) bus.emit({ type: 'progress', runIds: closed.map((e) => e.runId), closed: true })
        if (open.length > 0) bus.emit({ type: 'progress', runIds: open.map((e) => e.runId), closed: false })
        const tasks = entries.flatMap((entry) => entry.activityTasks)
        if (tasks.length > 0)
          this.work(
            'activities',
            tasks.map((task) => task.taskQueue),
          )
      },
      sent: (runs) => {
        for (const { runId, isOwned } of runs) if (isOwned) bus.emit({ type: 'mail', runId })
        this.work(
          'runs',
          runs.flatMap(({ taskQueue, isOwned }) => (isOwned ? [] : [taskQueue])),
        )
      },
      work: (of, queues) => this.work(of, queues),
      ended: () => void epochs.delete(epoch),
    }
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#subscriptions.clear()
    this.#shared.stores -= 1
    if (this.#shared.stores === 0) neighbourhoods.delete(this.#key)
  }
}
