import { memoryDatabase, MemoryStore } from '../../src/store/memory/memory-store.js'
import { describeStore } from './contract/store-contract.js'

describeStore('memory', async () => {
  let database = memoryDatabase()
  let aheadMs = 0
  const now = (): number => performance.timeOrigin + performance.now() + aheadMs
  return {
    open: async () => new MemoryStore({ now, database }),
    advance: async (ms) => void (aheadMs += ms),
    reset: async () => {
      database = memoryDatabase()
      aheadMs = 0
    },
    close: async () => undefined,
  }
})
