// The live instances of one thread, and when each was used last. Letting one go drops references only: no code of the run
// hears of it.
import type { Machine } from '../engine/machine.js'
import type { Realm } from './realm.js'

export interface LiveRun {
  readonly runId: string
  readonly machine: Machine
  readonly realm: Realm
}

interface Kept {
  readonly run: LiveRun
  lastUse: number
}

export class LiveRuns {
  readonly #runs = new Map<string, Kept>()
  #uses = 0

  get size(): number {
    return this.#runs.size
  }

  /** The instance, which counts as used now. */
  use(runId: string): LiveRun | undefined {
    const kept = this.#runs.get(runId)
    if (kept === undefined) return undefined
    kept.lastUse = this.#uses += 1
    return kept.run
  }

  /** Takes an instance in, or notes that it was used. */
  add(run: LiveRun): void {
    const kept = this.#runs.get(run.runId)
    this.#uses += 1
    if (kept?.run === run) kept.lastUse = this.#uses
    else this.#runs.set(run.runId, { run, lastUse: this.#uses })
  }

  drop(runId: string): void {
    this.#runs.delete(runId)
  }

  /** Lets go of the instances that were used longest ago, but for `kept`; answers how many went. */
  evictOldest(count: number, kept?: string): number {
    // Seldom enough to look at all of them then, instead of keeping an order at each use.
    const oldest = [...this.#runs.values()]
      .filter(({ run }) => run.runId !== kept)
      .sort((a, b) => a.lastUse - b.lastUse)
      .slice(0, count)
    for (const { run } of oldest) this.#runs.delete(run.runId)
    return oldest.length
  }

  uses(realm: Realm): boolean {
    for (const { run } of this.#runs.values()) if (run.realm === realm) return true
    return false
  }
}
