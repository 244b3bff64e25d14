// Starts that are asked for while others are on their way go together in one insert.
import type { RunStart, StartOutcome } from '../store/run-start.js'
import type { ClientSession } from './client-session.js'

const batchSize = 500
/** So many inserts at a time; more would only make them smaller. */
const lanes = 2

interface QueuedStart {
  readonly start: RunStart
  resolve(outcome: StartOutcome): void
  reject(error: unknown): void
}

export class StartQueue {
  readonly #session: ClientSession
  readonly #queue: QueuedStart[] = []
  #busyLanes = 0
  #scheduled = false

  constructor(session: ClientSession) {
    this.#session = session
  }

  async start(start: RunStart): Promise<StartOutcome> {
    this.#session.assertOpen()
    // It waits for the end of another run, which nobody else's start has to wait for.
    if (start.conflict === 'terminate-existing') return this.#send([start]).then(([outcome]) => outcome as StartOutcome)
    return new Promise((resolve, reject) => {
      this.#queue.push({ start, resolve, reject })
      if (this.#scheduled) return
      this.#scheduled = true
      // Once the calls that the caller makes beside it are here too.
      queueMicrotask(() => {
        this.#scheduled = false
        this.#fillLanes()
      })
    })
  }

  #fillLanes(): void {
    while (this.#busyLanes < lanes && this.#queue.length > 0) {
      this.#busyLanes += 1
      void this.#insert(this.#queue.splice(0, batchSize)).finally(() => {
        this.#busyLanes -= 1
        this.#fillLanes()
      })
    }
  }

  async #insert(batch: readonly QueuedStart[]): Promise<void> {
    try {
      const outcomes = await this.#send(batch.map(({ start }) => start))
      batch.forEach(({ resolve }, index) => resolve(outcomes[index] as StartOutcome))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  #send(starts: readonly RunStart[]): Promise<readonly StartOutcome[]> {
    return this.#session.call((store) => store.startRuns(starts))
  }
}
