// Group commit: while one commit is under way the next group gathers, and goes as one statement. It also settles what a
// commit that failed leaves open: refused groups are tried one by one, unknown outcomes are read from the histories.
import type { Clock } from '../base/clock.js'
import { CommitRefusedError } from '../store/commit-refused-error.js'
import { CommitUnknownError } from '../store/commit-unknown-error.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { Store } from '../store/store.js'
import type { CommitEntry, CommitReply, WorkerSession } from '../store/worker-session.js'
import { reconnectDelayMs } from './reconnect-delay.js'

export interface CommitListener {
  /** The entries are written. `newMail` maps runs that were to be let go, but have newer mail, to its number. */
  onCommitted(entries: readonly CommitEntry[], newMail: ReadonlyMap<string, number>, now: number): void
  /** The database refuses this entry for what it holds. */
  onRefused(entry: CommitEntry, error: CommitRefusedError): void
  /** The session is gone, and with it everything that was to be written. */
  onSessionLost(error: SessionLostError): void
  /** A run that was to continue as new has mail that its turn doesn't know. */
  onOutrun(entry: CommitEntry): void
  /** A group's timer lies ahead of the database's clock. */
  onEarly(now: number): void
  onTrouble(error: unknown): void
}

export class CommitPump {
  readonly #store: Store
  readonly #session: WorkerSession
  readonly #clock: Clock
  readonly #listener: CommitListener
  readonly #maxGroup: number
  #queue: CommitEntry[] = []
  #running = false
  #stopped = false

  constructor(options: {
    readonly store: Store
    readonly session: WorkerSession
    readonly clock: Clock
    readonly listener: CommitListener
    readonly maxGroup: number
  }) {
    this.#store = options.store
    this.#session = options.session
    this.#clock = options.clock
    this.#listener = options.listener
    this.#maxGroup = options.maxGroup
  }

  get busy(): boolean {
    return this.#running || this.#queue.length > 0
  }

  /** A run is in at most one entry that isn't settled. */
  submit(entry: CommitEntry): void {
    this.#queue.push(entry)
    if (!this.#running) {
      this.#running = true
      queueMicrotask(() => void this.#drain())
    }
  }

  stop(): void {
    this.#stopped = true
    this.#queue = []
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0 && !this.#stopped) {
      const queue = this.#queue
      const size = groupSize(queue, this.#maxGroup)
      const group = queue.length === size ? queue : queue.slice(0, size)
      this.#queue = group === queue ? [] : queue.slice(size)
      await this.#commit(group)
    }
    this.#running = false
  }

  async #commit(group: readonly CommitEntry[]): Promise<void> {
    let entries = group
    for (let attempt = 0; entries.length > 0 && !this.#stopped; attempt++) {
      try {
        const reply = await this.#session.commit(entries)
        if (reply.outcome === 'committed') return this.#committed(entries, reply)
        if (reply.outcome === 'outrun') return this.#listener.onOutrun(entries[0]!)
        this.#listener.onEarly(reply.now)
        const latest = Math.max(...entries.map((entry) => entry.turn?.latestFireAt ?? 0))
        await this.#wait(latest - reply.now)
      } catch (error) {
        if (SessionLostError.is(error)) return this.#listener.onSessionLost(error)
        if (CommitRefusedError.is(error)) return this.#refused(entries, error)
        this.#listener.onTrouble(error)
        await this.#wait(reconnectDelayMs(attempt))
        if (CommitUnknownError.is(error)) entries = await this.#unwritten(entries)
      }
    }
  }

  #committed(entries: readonly CommitEntry[], reply: CommitReply): void {
    const newMail = new Map(reply.newMail.map(({ runId, mail }) => [runId, mail]))
    this.#listener.onCommitted(entries, newMail, reply.now)
  }

  async #refused(entries: readonly CommitEntry[], error: CommitRefusedError): Promise<void> {
    if (entries.length === 1) return this.#listener.onRefused(entries[0]!, error)
    for (const entry of entries) await this.#commit([entry])
  }

  /** The entries of a group with an unknown outcome that must be written again; the group was atomic. */
  async #unwritten(entries: readonly CommitEntry[]): Promise<readonly CommitEntry[]> {
    const probe = entries.find((entry) => entry.turn !== undefined && entry.turn.events.length > 0)
    // Entries without events only move a row that this worker owns: writing them twice changes nothing.
    if (probe === undefined) return entries
    for (let attempt = 0; !this.#stopped; attempt++) {
      try {
        const afterSeq = probe.turn!.baseSeq
        const written = await this.#store.readHistory({ runId: probe.runId, afterSeq, limit: 1 })
        if (written.length === 0) return entries
        const newMail = await this.#newMail(entries)
        this.#listener.onCommitted(entries, newMail, await this.#store.now())
        return []
      } catch (error) {
        this.#listener.onTrouble(error)
        await this.#wait(reconnectDelayMs(attempt))
      }
    }
    return []
  }

  /** A run that was to be parked and is still this worker's has mail: the answer that said so was lost. */
  async #newMail(entries: readonly CommitEntry[]): Promise<ReadonlyMap<string, number>> {
    const parked = entries.filter(({ disposition }) => disposition.type === 'park')
    if (parked.length === 0) return new Map()
    const records = await this.#store.describeRuns(parked.map(({ runId }) => ({ runId })))
    const kept = parked.filter((_, i) => records[i]?.owner === this.#session.workerId)
    return new Map(kept.map(({ runId, mailConsumed }) => [runId, mailConsumed + 1]))
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.#clock.setTimer(delayMs, resolve))
  }
}

/** How many entries go together. One that continues a run as new goes alone: it may be refused for newer mail. */
const groupSize = (queue: readonly CommitEntry[], most: number): number => {
  const alone = queue.findIndex(({ turn }) => turn?.closing?.type === 'continued-as-new')
  return alone === -1 ? Math.min(queue.length, most) : Math.max(1, Math.min(alone, most))
}
