// Says that something is wrong without flooding the log: one line per kind of trouble, then a count once a while.
import type { Clock } from '../base/clock.js'
import type { Logger } from './logger.js'

const quietMs = 10_000

export class TroubleLog {
  readonly #logger: Logger
  readonly #clock: Clock
  readonly #seen = new Map<string, { at: number; suppressed: number }>()

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger
    this.#clock = clock
  }

  report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const key =
      (error as { code?: unknown } | null)?.code === undefined ? message : String((error as { code: unknown }).code)
    const now = this.#clock.now()
    const seen = this.#seen.get(key)
    if (seen !== undefined && now - seen.at < quietMs) {
      seen.suppressed++
      return
    }
    const fields = seen === undefined || seen.suppressed === 0 ? {} : { repeated: seen.suppressed }
    this.#seen.set(key, { at: now, suppressed: 0 })
    this.#logger.warn(message, fields)
  }
}
