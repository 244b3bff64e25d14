// Looks at the runs that this client waits for, all that are due with one query. Hints bring a look forward; since they
// may be lost, each run is also looked at on its own: after 5 ms (100 ms as long as hints tell how runs end), then ever
// more rarely, up to every 500 ms.
import type { ClockTimer } from '../base/clock.js'
import type { RunRecord } from '../store/run-record.js'
import type { StoreHint } from '../store/store.js'
import { ClientClosedError } from './client-closed-error.js'
import type { ClientSession } from './client-session.js'
import type { Polling } from './polling.js'
import { isClosed } from './run-result.js'
import { RunSubscription, type RunInterest } from './run-subscription.js'

/** Runs in one query. */
const batchSize = 1_000
/** A first look is put off by this long at most. */
const longestSparedMs = 1_000
/** After a look that took n ms, the next waits 2 × n ms: looking takes a third of the time at most. */
const restFactor = 2

export class RunPoller {
  readonly #session: ClientSession
  readonly #polling: Polling
  readonly #subscriptions = new Map<string, Set<RunSubscription>>()
  #timer: ClockTimer | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #looking = false
  #restsUntil = Number.NEGATIVE_INFINITY
  /** Of the last run that closed, a hint had told it. */
  #hintsArrive = false

  constructor(session: ClientSession, polling: Polling) {
    this.#session = session
    this.#polling = polling
    session.onHint((hint) => this.#hear(hint))
  }

  /** How many waits are under way. */
  get waiting(): number {
    let count = 0
    for (const ofRun of this.#subscriptions.values()) for (const { waiter } of ofRun) if (waiter !== undefined) count++
    return count
  }

  /** @param isNew the run was only just started, so that looking at once is of no use */
  subscribe(runId: string, interest: RunInterest, isNew = false): RunSubscription {
    this.#session.assertOpen()
    const firstMs = this.#firstMs
    // With looks that are far apart, a run that ended before anybody waited would only be found by looking at once.
    const spares = isNew && firstMs <= longestSparedMs
    const dueAt = this.#session.clock.now() + (spares ? firstMs : 0)
    const subscription = new RunSubscription(
      { runId, interest, firstMs, dueAt },
      (waiting) => this.#onWait(waiting),
      (ended) => this.#remove(ended),
    )
    const others = this.#subscriptions.get(runId)
    if (others === undefined) this.#subscriptions.set(runId, new Set([subscription]))
    else others.add(subscription)
    return subscription
  }

  /** Ends the waits that are under way with an error; later ones are waits like any other. */
  fail(error: unknown): void {
    for (const ofRun of this.#subscriptions.values()) {
      for (const subscription of ofRun) {
        const { waiter } = subscription
        subscription.waiter = undefined
        waiter?.reject(error)
      }
    }
  }

  /** Ends all waits with ClientClosedError. */
  close(): void {
    this.#disarm()
    const waiting = [...this.#subscriptions.values()].flatMap((ofRun) => [...ofRun])
    this.#subscriptions.clear()
    for (const { waiter } of waiting) waiter?.reject(new ClientClosedError())
  }

  get #firstMs(): number {
    return this.#hintsArrive ? this.#polling.firstWithHintsMs : this.#polling.firstMs
  }

  #onWait(subscription: RunSubscription): void {
    if (this.#session.closed) subscription.waiter?.reject(new ClientClosedError())
    else this.#lookAt(subscription.dueAt)
  }

  #remove(subscription: RunSubscription): void {
    const ofRun = this.#subscriptions.get(subscription.runId)
    if (ofRun?.delete(subscription) !== true) return
    if (ofRun.size === 0) this.#subscriptions.delete(subscription.runId)
    if (this.#subscriptions.size === 0) this.#disarm()
  }

  #hear(hint: StoreHint): void {
    if (hint.type !== 'progress') return
    const now = this.#session.clock.now()
    for (const runId of hint.runIds) {
      for (const subscription of this.#subscriptions.get(runId) ?? []) {
        if (subscription.interest === 'closing' && !hint.closed) continue
        subscription.hinted = true
        if (hint.closed) subscription.heardOfEnd = true
        subscription.intervalMs = this.#firstMs
        subscription.dueAt = now
        if (subscription.waiter !== undefined) this.#lookAt(now)
      }
    }
  }

  /** Sees to it that a look happens at an instant or before. */
  #lookAt(at: number): void {
    if (this.#looking) return
    const from = Math.max(at, this.#restsUntil)
    if (from >= this.#timerAt) return
    this.#disarm()
    this.#timerAt = from
    this.#timer = this.#session.clock.setTimer(from - this.#session.clock.now(), () => {
      this.#disarm()
      void this.#look()
    })
  }

  #disarm(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  async #look(): Promise<void> {
    const { clock } = this.#session
    const startedAt = clock.now()
    const runIds = this.#takeDue(startedAt)
    if (runIds.length > 0) {
      this.#looking = true
      try {
        const records = await this.#session.call((store) => store.describeRuns(runIds.map((runId) => ({ runId }))))
        const now = clock.now()
        this.#restsUntil = now + restFactor * (now - startedAt)
        runIds.forEach((runId, index) => this.#tell(runId, records[index], now))
      } catch (error) {
        // The store has waited for a database that was away: this is for good.
        this.#fail(runIds, error)
      } finally {
        this.#looking = false
      }
    }
    this.#lookAt(this.#nextDueAt())
  }

  #takeDue(now: number): readonly string[] {
    const runIds: string[] = []
    for (const [runId, ofRun] of this.#subscriptions) {
      if (runIds.length === batchSize) break
      for (const subscription of ofRun) {
        // A run that is nearly due is looked at along with the others.
        if (subscription.waiter === undefined || subscription.dueAt > now + subscription.intervalMs / 2) continue
        runIds.push(runId)
        break
      }
    }
    for (const runId of runIds) {
      const ofRun = this.#subscriptions.get(runId) ?? new Set<RunSubscription>()
      for (const subscription of ofRun) subscription.hinted = false
      // To the back, so that with more runs than one query takes, each has its turn.
      this.#subscriptions.delete(runId)
      this.#subscriptions.set(runId, ofRun)
    }
    return runIds
  }

  #tell(runId: string, record: RunRecord | undefined, now: number): void {
    const isEnd = record === undefined || isClosed(record.status)
    for (const subscription of this.#subscriptions.get(runId) ?? []) {
      subscription.lookedAt = now
      if (subscription.hinted) {
        subscription.dueAt = now
      } else {
        subscription.dueAt = now + subscription.intervalMs
        subscription.intervalMs = Math.min(this.#polling.longestMs, subscription.intervalMs * 2)
      }
      if (isEnd) this.#hintsArrive = subscription.heardOfEnd
      const { waiter } = subscription
      if (waiter === undefined || (subscription.interest === 'closing' && !isEnd)) continue
      subscription.waiter = undefined
      waiter.resolve(record)
    }
  }

  #fail(runIds: readonly string[], error: unknown): void {
    for (const runId of runIds) {
      for (const subscription of this.#subscriptions.get(runId) ?? []) {
        const { waiter } = subscription
        subscription.waiter = undefined
        waiter?.reject(error)
      }
    }
  }

  #nextDueAt(): number {
    let next = Number.POSITIVE_INFINITY
    for (const ofRun of this.#subscriptions.values()) {
      for (const { waiter, dueAt } of ofRun) if (waiter !== undefined && dueAt < next) next = dueAt
    }
    return next
  }
}
