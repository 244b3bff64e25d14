// What `retention` of Worker.create takes, and what becomes of it.
import { checkOptionNames } from '../base/check-option-names.js'
import { type Duration, toMilliseconds } from '../base/duration.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { ArchivedRun } from './archived-run.js'

export interface RetentionOptions {
  /**
   * How long a run is kept after it closed, by the database's clock. At least five minutes, so that whoever starts a run
   * or waits for it through an outage still finds it.
   */
  readonly after: Duration
  /**
   * Called with each run before it is deleted. A run whose call rejects stays, and is tried again; one may be handed over
   * more than once, so write it under its `runId`. Ten calls run at once, and a call that never ends holds up all others.
   *
   * @example
   * archive: async (run) => bucket.put(`${run.runId}.json`, JSON.stringify(run))
   *
   * @default runs are deleted without
   */
  readonly archive?: ((run: ArchivedRun) => Promise<void>) | undefined
}

export interface RetentionRules {
  readonly afterMs: number
  readonly archive?: (run: ArchivedRun) => Promise<void>
}

const leastMs = 300_000

/** @throws InvalidOptionError */
export const readRetention = (options: RetentionOptions): RetentionRules => {
  const { after, archive } = checkOptionNames('retention', options, ['after', 'archive'], 'retention')
  const afterMs = toMilliseconds('retention.after', after as Duration)
  if (afterMs < leastMs) {
    const hint = 'Who starts a run or waits for it must still find it after an outage.'
    throw new InvalidOptionError('retention.after', `a duration of at least ${leastMs} ms`, after, hint)
  }
  if (archive === undefined) return { afterMs }
  if (typeof archive !== 'function') throw new InvalidOptionError('retention.archive', 'a function', archive)
  return { afterMs, archive: archive as NonNullable<RetentionRules['archive']> }
}
