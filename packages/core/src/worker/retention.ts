// Lets closed runs go after a set time: once a minute, one worker of all, a part of the runs, and more at once while there is
// much. Away from everything that workers do for open runs; a worker without `retention` never comes here.
import type { Clock, ClockTimer } from '../base/clock.js'
import type { ExpiredRun } from '../store/expired-runs.js'
import type { RunRecord } from '../store/run-record.js'
import type { Store } from '../store/store.js'
import { readArchivedRun } from './archived-run.js'
import type { Logger } from './logger.js'
import type { RetentionRules } from './retention-options.js'

export interface RetentionParts {
  readonly store: Store
  readonly clock: Clock
  readonly workerId: string
  readonly logger: Logger
  readonly onTrouble: (error: unknown) => void
}

const intervalMs = 60_000
const dutyMs = 3 * intervalMs
/** Runs that are deleted in one statement, and events: a run may have tens of thousands. */
const batchRuns = 100
const batchEvents = 10_000
/** Runs that are looked at in one statement: a few milliseconds of index. */
const scanLimit = 10_000
const archivesAtOnce = 10

export class Retention {
  readonly #parts: RetentionParts
  readonly #rules: RetentionRules
  #timer: ClockTimer | undefined
  #after: string | undefined
  #running = false
  #stopped = false

  constructor(rules: RetentionRules, parts: RetentionParts) {
    this.#rules = rules
    this.#parts = parts
  }

  /** True while runs are archived or deleted. */
  get busy(): boolean {
    return this.#running
  }

  start(): void {
    this.#wait()
  }

  /** Begins nothing more. */
  stop(): void {
    this.#stopped = true
    this.#timer?.cancel()
  }

  #wait(): void {
    if (this.#stopped) return
    this.#timer = this.#parts.clock.setTimer(intervalMs, () => void this.#round(), { keepAlive: false })
  }

  async #round(): Promise<void> {
    this.#running = true
    try {
      while (!this.#stopped && (await this.#takeDuty()) && (await this.#batch()));
    } catch (error) {
      if (!this.#stopped) this.#parts.onTrouble(error)
    }
    this.#running = false
    this.#wait()
  }

  #takeDuty(): Promise<boolean> {
    const { store, workerId } = this.#parts
    return store.takeDuty({ name: 'retention', holder: workerId, forMs: dutyMs })
  }

  /** True when more runs are there, and these could go. */
  async #batch(): Promise<boolean> {
    const { store } = this.#parts
    const olderThanMs = this.#rules.afterMs
    const query = { olderThanMs, limit: batchRuns, scanLimit }
    const { runs, next } = await store.expiredRuns({
      ...query,
      ...(this.#after !== undefined && { after: this.#after }),
    })
    const ready = await this.#archive(runs)
    // Also when it is to stop: what was archived isn't archived again.
    for (const group of groupsOf(ready)) {
      await store.deleteRuns({ runIds: group.map(({ runId }) => runId), olderThanMs })
    }
    this.#after = next
    return runs.length === batchRuns && next !== undefined && ready.length > 0
  }

  /** Answers those that may be deleted. */
  async #archive(runs: readonly ExpiredRun[]): Promise<readonly ExpiredRun[]> {
    const { archive } = this.#rules
    if (archive === undefined || runs.length === 0) return runs
    const records = await this.#parts.store.describeRuns(runs.map(({ runId }) => ({ runId })))
    const failures: { readonly runId: string; readonly error: unknown }[] = []
    const ready: ExpiredRun[] = []
    for (let at = 0; at < runs.length && !this.#stopped; at += archivesAtOnce) {
      // Archives take their time.
      if (at > 0 && !(await this.#takeDuty())) break
      const archiveOne = async (run: ExpiredRun, record: RunRecord | undefined): Promise<void> => {
        if (record === undefined) return
        try {
          await archive(await readArchivedRun(this.#parts.store, record))
          ready.push(run)
        } catch (error) {
          failures.push({ runId: run.runId, error })
        }
      }
      await Promise.all(runs.slice(at, at + archivesAtOnce).map((run, index) => archiveOne(run, records[at + index])))
    }
    this.#report(failures)
    return ready
  }

  #report(failures: readonly { readonly runId: string; readonly error: unknown }[]): void {
    const [first] = failures
    if (first === undefined) return
    const { runId, error } = first
    this.#parts.logger.warn('Closed runs could not be archived. They stay, and are tried again.', {
      runs: failures.length,
      runId,
      error: error instanceof Error ? error.message : String(error),
    })
  }
}

/** Parts of at most so many events, or of one run. */
const groupsOf = (runs: readonly ExpiredRun[]): readonly (readonly ExpiredRun[])[] => {
  const groups: ExpiredRun[][] = []
  let events = Number.POSITIVE_INFINITY
  for (const run of runs) {
    if (events + run.events > batchEvents) {
      groups.push([])
      events = 0
    }
    events += run.events
    groups.at(-1)?.push(run)
  }
  return groups
}
