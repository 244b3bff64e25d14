// Compensation: each step that succeeded leaves how to undo it, and what went wrong undoes them, the last first.
import { log, nonCancellable } from '@foliot/core/workflow'

export class Saga {
  readonly #undo: (() => Promise<unknown>)[] = []

  /** Does a step, and keeps how to undo it from then on. */
  async step<T>(does: () => Promise<T>, undo: (result: T) => Promise<unknown>): Promise<T> {
    const result = await does()
    this.#undo.push(() => undo(result))
    return result
  }

  /** Undoes what was done, the last first, also in a run that is cancelled. One that fails doesn't keep the others back. */
  async compensate(): Promise<void> {
    await nonCancellable(async () => {
      for (const undo of this.#undo.splice(0).reverse()) {
        try {
          await undo()
        } catch (error) {
          log.error('a step could not be undone', { error: String(error) })
        }
      }
    })
  }
}

/** Runs code with a saga, and compensates when it throws or is cancelled. */
export const saga = async <T>(body: (saga: Saga) => Promise<T>): Promise<T> => {
  const steps = new Saga()
  try {
    return await body(steps)
  } catch (error) {
    await steps.compensate()
    throw error
  }
}
