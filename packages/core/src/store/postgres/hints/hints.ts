// The hints of one store: to all stores of the process on the same database at once, to other processes by notification,
// and only of what those may want to know.
import { systemClock } from '../../../base/system-clock.js'
import type { StoreHint, WorkKind } from '../../store.js'
import type { CommitEntry } from '../../worker-session.js'
import type { SqlDriver } from '../driver/sql-driver.js'
import { joinNeighbourhood, leaveNeighbourhood, type Neighbourhood } from './neighbourhood.js'
import { decodeNotification } from './notification.js'
import { NotificationListener } from './notification-listener.js'
import { Notifier } from './notifier.js'
import type { SessionHints } from './session-hints.js'

/** For this long after a process said that it waits for runs, it is told which ones closed. */
const awaitedMs = 30_000
const announceMs = 10_000

export interface HintsOptions {
  readonly driver: SqlDriver
  readonly schema: string
  readonly listen: boolean
}

export class Hints {
  readonly #key: string
  readonly #shared: Neighbourhood
  readonly #driver: SqlDriver
  readonly #channel: string
  readonly #listens: boolean
  /** Absent where there are no other processes. */
  readonly #notifier: Notifier | undefined
  readonly #subscriptions = new Set<() => void>()
  #listener: NotificationListener | undefined
  #announcedAt = -Infinity

  constructor({ driver, schema, listen }: HintsOptions) {
    this.#key = `${driver.label}#${schema}`
    this.#shared = joinNeighbourhood(this.#key)
    this.#driver = driver
    this.#channel = `foliot_${schema}`
    this.#listens = listen
    if (driver.listen !== undefined) this.#notifier = new Notifier(driver, this.#channel, this.#shared.token)
  }

  subscribe(listener: (hint: StoreHint) => void): () => void {
    this.#listenToOthers()
    const unsubscribe = this.#shared.bus.subscribe(listener)
    this.#subscriptions.add(unsubscribe)
    return () => {
      this.#subscriptions.delete(unsubscribe)
      unsubscribe()
    }
  }

  work(of: WorkKind, taskQueues: readonly string[]): void {
    const queues = new Set(taskQueues)
    for (const taskQueue of queues) this.#shared.bus.emit({ type: 'work', taskQueue, of })
    const served = new Set([...this.#shared.workers.values()].flat())
    const elsewhere = [...queues].filter((taskQueue) => !served.has(taskQueue))
    if (elsewhere.length > 0) this.#notifier?.work(of, elsewhere)
  }

  mail(runs: readonly { readonly runId: string; readonly epoch: number }[]): void {
    const { bus, workers } = this.#shared
    for (const { runId } of runs) bus.emit({ type: 'mail', runId })
    const elsewhere = runs.filter(({ epoch }) => !workers.has(epoch))
    if (elsewhere.length > 0) this.#notifier?.mail(elsewhere.map(({ runId }) => runId))
  }

  /** A run was closed, and another is due that goes on for it. */
  reset(runId: string, taskQueue: string): void {
    this.#closed([runId])
    this.work('runs', [taskQueue])
  }

  /** @param epoch of the run's owner, who alone may answer */
  asked(taskQueue: string, epoch: number | undefined): void {
    const { bus, workers } = this.#shared
    if (epoch === undefined) return this.work('questions', [taskQueue])
    bus.emit({ type: 'work', taskQueue, of: 'questions' })
    if (!workers.has(epoch)) this.#notifier?.work('questions', [taskQueue])
  }

  /** Somebody here looks at runs, and would like to know when they close. */
  looked(): void {
    if (this.#subscriptions.size === 0 || systemClock.now() - this.#announcedAt < announceMs) return
    this.#announcedAt = systemClock.now()
    this.#notifier?.waiting()
  }

  forSession(epoch: number, taskQueues: readonly string[]): SessionHints {
    const { workers } = this.#shared
    workers.set(epoch, taskQueues)
    return {
      committed: (entries) => this.#committed(entries),
      mail: (runs) => this.mail(runs),
      work: (of, queues) => this.work(of, queues),
      reset: (runId, taskQueue) => this.reset(runId, taskQueue),
      answered: (queryIds) => this.#shared.bus.emit({ type: 'answers', queryIds }),
      ended: () => void workers.delete(epoch),
    }
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#subscriptions.clear()
    this.#notifier?.close()
    await this.#listener?.close()
    leaveNeighbourhood(this.#key)
  }

  #closed(runIds: readonly string[]): void {
    if (runIds.length === 0) return
    const { bus, awaitedUntil } = this.#shared
    bus.emit({ type: 'progress', runIds, closed: true })
    if (systemClock.now() < awaitedUntil) this.#notifier?.closed(runIds)
  }

  #committed(entries: readonly CommitEntry[]): void {
    const { bus } = this.#shared
    const closed: string[] = []
    const open: string[] = []
    const activityQueues: string[] = []
    for (const { runId, turn, disposition, activityTasks } of entries) {
      if (disposition.type === 'close') closed.push(runId)
      else if (turn !== undefined) open.push(runId)
      for (const { taskQueue } of activityTasks) activityQueues.push(taskQueue)
    }
    this.#closed(closed)
    if (open.length > 0) bus.emit({ type: 'progress', runIds: open, closed: false })
    if (activityQueues.length > 0) this.work('activities', activityQueues)
  }

  #listenToOthers(): void {
    const { listen } = this.#driver
    if (!this.#listens || listen === undefined || this.#listener !== undefined) return
    this.#listener = new NotificationListener(
      (heard, lost) => listen.call(this.#driver, this.#channel, heard, lost),
      (payload) => this.#heard(payload),
    )
  }

  #heard(payload: string): void {
    const { bus, token } = this.#shared
    const notification = decodeNotification(token, payload)
    switch (notification?.type) {
      case 'work':
        for (const taskQueue of notification.queues) bus.emit({ type: 'work', taskQueue, of: notification.of })
        return
      case 'mail':
        for (const runId of notification.runIds) bus.emit({ type: 'mail', runId })
        return
      case 'closed':
        bus.emit({ type: 'progress', runIds: notification.runIds, closed: true })
        return
      case 'waiting':
        this.#shared.awaitedUntil = systemClock.now() + awaitedMs
        return
      case undefined:
        return
    }
  }
}
