// The live instances of one thread, in the order of their last use. Letting one go drops references only: no code of the
// run hears of it.
import type { Machine } from '../engine/machine.js'
import type { Realm } from './realm.js'

export interface LiveRun {
  readonly runId: string
  readonly machine: Machine
  readonly realm: Realm
}

export class LiveRuns {
  readonly #runs = new Map<string, LiveRun>()

  get size(): number {
    return this.#runs.size
  }

  /** The instance, which counts as used now. */
  use(runId: string): LiveRun | undefined {
    const run = this.#runs.get(runId)
    if (run !== undefined) this.add(run)
    return run
  }

  add(run: LiveRun): void {
    this.#runs.delete(run.runId)
    this.#runs.set(run.runId, run)
  }

  drop(runId: string): void {
    this.#runs.delete(runId)
  }

  /** Lets go of the instances that were used longest ago, but for those in `kept`; answers how many went. */
  evictOldest(count: number, kept?: string): number {
    let evicted = 0
    for (const runId of this.#runs.keys()) {
      if (evicted >= count) break
      if (runId === kept) continue
      this.#runs.delete(runId)
      evicted += 1
    }
    return evicted
  }

  uses(realm: Realm): boolean {
    for (const run of this.#runs.values()) if (run.realm === realm) return true
    return false
  }
}
