// What the code waits for that no history shows: conditions, receivers, and the signals that nobody has taken.
import type { RunScope } from './run-scope.js'

/** The query that asks for them. No method of an author's has this name. */
export const waitsQuery = '__foliot.waits'

/** Data of the answer. */
export interface LiveWaits {
  readonly conditions: readonly { readonly timerId?: string | undefined }[]
  readonly receivers: readonly { readonly name: string; readonly timerId?: string | undefined }[]
  /** Names of kept signals, in their order. */
  readonly keptSignals: readonly string[]
}

export const describeWaits = ({ conditions, receivers, signals }: RunScope): LiveWaits => ({
  conditions: [...(conditions ?? [])].map(({ timerId }) => ({ ...(timerId !== undefined && { timerId }) })),
  receivers: (receivers ?? []).map(({ name, timerId }) => ({ name, ...(timerId !== undefined && { timerId }) })),
  keptSignals: (signals ?? []).map(({ name }) => name),
})
