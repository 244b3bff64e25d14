// What a thread's heap and its buffers hold, and collecting what is garbage of it. Everybody's heap is meant: the
// instances of runs can't be told apart from one another.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface MemoryGauge {
  /** Bytes in use, garbage included. */
  usedBytes(): number
  /** Collects garbage, so that `usedBytes` counts only what lives. Takes as long as a full collection does. */
  collect(): void
}

let collectGarbage: (() => void) | undefined

/** V8 hands out its collector under a flag that may be set at any time; new contexts see it. */
const exposeCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collector = runInNewContext('typeof gc === "function" ? gc : undefined') as (() => void) | undefined
  return collector ?? (() => undefined)
}

export const threadMemory: MemoryGauge = {
  usedBytes: () => {
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
    return heap + external
  },
  collect: () => (collectGarbage ??= exposeCollector())(),
}
