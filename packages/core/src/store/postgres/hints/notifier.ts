// Sends notifications: the first at once, further ones together 10 ms later. NOTIFY takes a lock of the whole database at
// commit, so it is a statement of its own and never part of one that is in a hurry.
import type { ClockTimer } from '../../../base/clock.js'
import type { WorkKind } from '../../store.js'
import { systemClock } from '../../../base/system-clock.js'
import type { SqlRunner } from '../driver/sql-driver.js'
import { textArray } from '../array-literal.js'
import { encodeNotification, idsPerNotification, type Notification } from './notification.js'

const gapMs = 10
const notifyStatement = { name: 'notify', text: 'select pg_notify($1, p) from unnest($2::text[]) p' }

export class Notifier {
  readonly #runner: SqlRunner
  readonly #channel: string
  readonly #from: string
  readonly #work = { runs: new Set<string>(), activities: new Set<string>(), questions: new Set<string>() }
  readonly #mail = new Set<string>()
  readonly #closed = new Set<string>()
  #isWaiting = false
  #timer: ClockTimer | undefined
  #isSending = false
  #isClosed = false

  constructor(runner: SqlRunner, channel: string, from: string) {
    this.#runner = runner
    this.#channel = channel
    this.#from = from
  }

  work(of: WorkKind, taskQueues: Iterable<string>): void {
    for (const taskQueue of taskQueues) this.#work[of].add(taskQueue)
    this.#sendSoon()
  }

  mail(runIds: Iterable<string>): void {
    for (const runId of runIds) this.#mail.add(runId)
    this.#sendSoon()
  }

  closed(runIds: Iterable<string>): void {
    for (const runId of runIds) this.#closed.add(runId)
    this.#sendSoon()
  }

  waiting(): void {
    this.#isWaiting = true
    this.#sendSoon()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  #sendSoon(): void {
    if (this.#timer === undefined && !this.#isSending) void this.#send()
  }

  async #send(): Promise<void> {
    const payloads = this.#take()
    if (payloads.length === 0 || this.#isClosed) return
    this.#isSending = true
    try {
      await this.#runner.run(notifyStatement, [this.#channel, textArray(payloads)])
    } catch {
      // A hint that is lost costs the other process a moment, until it looks by itself.
    }
    this.#isSending = false
    if (this.#isClosed) return
    const goOn = (): void => {
      this.#timer = undefined
      void this.#send()
    }
    this.#timer = systemClock.setTimer(gapMs, goOn, { keepAlive: false })
  }

  #take(): readonly string[] {
    const taken: Notification[] = []
    for (const of of ['runs', 'activities', 'questions'] as const) {
      const queues = takeAll(this.#work[of])
      // Queue names have up to 765 bytes: a few in one notification.
      for (let i = 0; i < queues.length; i += 8) taken.push({ type: 'work', of, queues: queues.slice(i, i + 8) })
    }
    taken.push(...chunks(takeAll(this.#mail)).map((runIds) => ({ type: 'mail', runIds }) as const))
    taken.push(...chunks(takeAll(this.#closed)).map((runIds) => ({ type: 'closed', runIds }) as const))
    if (this.#isWaiting) taken.push({ type: 'waiting' })
    this.#isWaiting = false
    return taken.map((notification) => encodeNotification(this.#from, notification))
  }
}

const takeAll = (set: Set<string>): readonly string[] => {
  const all = [...set]
  set.clear()
  return all
}

const chunks = (runIds: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(runIds.length / idsPerNotification) }, (_, i) =>
    runIds.slice(i * idsPerNotification, (i + 1) * idsPerNotification),
  )
