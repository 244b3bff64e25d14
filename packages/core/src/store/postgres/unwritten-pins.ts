// What a session knows of the runs whose first turn it makes, to spare the database two writes for each: most runs end
// within a second, so a pin goes to `runs` with the run's end or its next write there, or by the tick a second later; and
// a run that was never given timers or activity tasks has none to remove. The hot row carries the bundle meanwhile, and
// the history when the run was started: the next owner of a run whose owner died finds both (claim-runs.ts).
import type { ClaimedRun, CommitEntry } from '../worker-session.js'

export type Pin = NonNullable<CommitEntry['pin']>

interface FreshRun {
  /** What the claim told, and wrote to the hot row. */
  readonly bundle: string
  /** Recorded in the history, not in `runs` yet. */
  pin?: Pin
  /** When it was, in the store's clock. */
  pinnedAt: number
  isPinned: boolean
  hasRows: boolean
}

const patienceMs = 1_000

export class UnwrittenPins {
  readonly #runs = new Map<string, FreshRun>()

  claimed(run: ClaimedRun): void {
    if (run.args === undefined) return
    this.#runs.set(run.runId, { bundle: run.bundle, pinnedAt: 0, isPinned: false, hasRows: false })
  }

  /** A run whose last owner died before it wrote the pin. */
  found(run: ClaimedRun, startedAt: number): void {
    const pin = { bundle: run.bundle, startedAt }
    this.#runs.set(run.runId, { bundle: run.bundle, pin, pinnedAt: 0, isPinned: true, hasRows: true })
  }

  /** The pin to write to `runs` with this entry. */
  pinFor({ runId, pin, disposition, unblock }: CommitEntry): Pin | undefined {
    const run = this.#runs.get(runId)
    if (run === undefined) return pin
    // A run that moves to another bundle was still started when it was.
    const written = pin === undefined || run.pin === undefined ? pin : { ...pin, startedAt: run.pin.startedAt }
    if (disposition.type !== 'hold' || unblock === true) return written ?? run.pin
    return pin === undefined || (pin.bundle === run.bundle && !run.isPinned) ? undefined : written
  }

  mayHaveRows(runId: string): boolean {
    return this.#runs.get(runId)?.hasRows ?? true
  }

  /** After the entry was written. */
  committed(entry: CommitEntry, now: number): void {
    const run = this.#runs.get(entry.runId)
    if (run === undefined) return
    const { type } = entry.disposition
    if (type !== 'hold' && type !== 'keep') {
      this.#runs.delete(entry.runId)
      return
    }
    if ((entry.turn?.timersOpened.length ?? 0) > 0 || entry.activityTasks.length > 0) run.hasRows = true
    if (this.pinFor(entry) !== undefined || type === 'keep') delete run.pin
    else if (entry.pin !== undefined) {
      run.pin = entry.pin
      run.pinnedAt = now
    }
    if (entry.pin !== undefined) run.isPinned = true
  }

  /** Those that have waited for long enough. */
  due(now: number): ReadonlyMap<string, Pin> {
    const due = new Map<string, Pin>()
    for (const [runId, { pin, pinnedAt }] of this.#runs) {
      if (pin !== undefined && pinnedAt + patienceMs <= now) due.set(runId, pin)
    }
    return due
  }

  written(pins: ReadonlyMap<string, Pin>): void {
    for (const runId of pins.keys()) delete this.#runs.get(runId)?.pin
  }
}
