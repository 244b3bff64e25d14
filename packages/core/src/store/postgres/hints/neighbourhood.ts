// What the stores of this process on one database and schema have in common: the bus that tells each of what the others
// did, and the knowledge of which workers are here, to whom nothing needs to be notified.
import { HintBus } from '../../hint-bus.js'

export interface Neighbourhood {
  readonly bus: HintBus
  /** Marks this process's notifications. */
  readonly token: string
  /** Task queues of the workers here, by epoch. */
  readonly workers: Map<number, readonly string[]>
  /** Until when others are known to wait for runs to close, in the process's monotonic time. */
  awaitedUntil: number
  stores: number
}

const neighbourhoods = new Map<string, Neighbourhood>()

export const joinNeighbourhood = (key: string): Neighbourhood => {
  let shared = neighbourhoods.get(key)
  if (shared === undefined) {
    shared = { bus: new HintBus(), token: crypto.randomUUID(), workers: new Map(), awaitedUntil: -Infinity, stores: 0 }
    neighbourhoods.set(key, shared)
  }
  shared.stores += 1
  return shared
}

export const leaveNeighbourhood = (key: string): void => {
  const shared = neighbourhoods.get(key)
  if (shared === undefined) return
  shared.stores -= 1
  if (shared.stores === 0) neighbourhoods.delete(key)
}
