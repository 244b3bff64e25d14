// Values that come from outside of the run, computed once and recorded.
import { checkOptionNames } from '../base/check-option-names.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { decodeFailure } from '../codec/decode-failure.js'
import { decodePayload } from '../codec/decode-payload.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { encodePayload } from '../codec/encode-payload.js'
import type { SideEffectRecordedData } from '../history/event-data.js'
import { isThenable } from './is-thenable.js'
import { ReplayDivergedError } from './replay-diverged-error.js'
import { steppingScope } from './run-scope.js'
import type { RunScope } from './run-scope.js'

export interface SideEffectOptions {
  /**
   * Its name in the history.
   *
   * @default the number of the step
   */
  readonly id?: string | undefined
}

const compute = (fn: () => unknown): string => {
  const value = fn()
  if (isThenable(value)) {
    value.then(undefined, () => undefined)
    throw new InvalidOptionError(
      'fn',
      'a synchronous function',
      value,
      'It returned a promise: a side effect records a value at once. Use an activity for work that takes time.',
    )
  }
  return encodePayload(value, 'value')
}

/** What `fn` gave, or the error it threw, as JSON text of the event's data. */
const run = (scope: RunScope, id: string, fn: () => unknown): string => {
  const head = `{"sideEffectId":${JSON.stringify(id)}`
  scope.inSideEffect = true
  try {
    return `${head},"value":${scope.globals.withHostTime(() => compute(fn))}}`
  } catch (error) {
    return `${head},"failure":${JSON.stringify(encodeFailure(error))}}`
  } finally {
    scope.inSideEffect = false
  }
}

const replay = (scope: RunScope, id: string): string => {
  const recorded = scope.takeRecorded()
  if (recorded?.sideEffectId === id) return JSON.stringify(recorded)
  // Nothing was recorded for it, and running it now could do something twice. The mismatch blocks the run.
  scope.issue('RecordSideEffect', JSON.stringify({ sideEffectId: id }))
  throw new ReplayDivergedError(id)
}

/**
 * Runs `fn` once and records its value, or its error; replay reads the record instead. Inside `fn`, `Date`, `Math.random`
 * and `crypto` are the host's. For work that takes time or may have to be retried, use an activity.
 *
 * @example
 * const secret = sideEffect(() => crypto.randomUUID())
 *
 * @throws whatever `fn` throws, as recorded
 * @throws InvalidOptionError when `fn` returns a promise
 */
export const sideEffect = <T>(fn: () => T, options: SideEffectOptions = {}): T => {
  const scope = steppingScope('sideEffect')
  if (typeof fn !== 'function') throw new InvalidOptionError('fn', 'a function', fn)
  const { id: givenId } = checkOptionNames('sideEffect', options, ['id'])
  const step = scope.nextStep()
  const id = givenId === undefined ? step : validateId('id', givenId)
  const data = scope.replaying ? replay(scope, id) : run(scope, id, fn)
  scope.issue('RecordSideEffect', data)
  // Also when it ran just now: the code sees in each replay what it saw at first.
  const { value = null, failure } = JSON.parse(data) as SideEffectRecordedData
  if (failure !== undefined) throw decodeFailure(failure)
  return decodePayload(value) as T
}
