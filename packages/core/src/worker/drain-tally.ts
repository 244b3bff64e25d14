// Counts what a drain does.
import type { ActivityFunction } from '../authoring/activity-set.js'

export class DrainTally {
  readonly #runIds = new Set<string>()
  #activities = 0

  get runs(): number {
    return this.#runIds.size
  }

  get activities(): number {
    return this.#activities
  }

  readonly noteTurns = (runIds: readonly string[]): void => {
    for (const runId of runIds) this.#runIds.add(runId)
  }

  /** The same functions, each call counted. */
  counted(functions: ReadonlyMap<string, ActivityFunction>): ReadonlyMap<string, ActivityFunction> {
    return new Map(
      [...functions].map(([name, fn]) => [
        name,
        (...args: Parameters<ActivityFunction>) => {
          this.#activities++
          return fn(...args)
        },
      ]),
    )
  }
}
