// Memory databases of this process by name, so that a client and a worker that open the same one share it. What nobody
// has open any more is gone.
import { MemoryStore, type MemoryDatabase, memoryDatabase } from '../memory/memory-store.js'
import type { Store } from '../store.js'

const databases = new Map<string, { readonly database: MemoryDatabase; users: number }>()

export const openSharedMemory = (name: string, now: () => number): Store => {
  const shared = databases.get(name) ?? { database: memoryDatabase(), users: 0 }
  databases.set(name, shared)
  shared.users += 1
  return new SharedMemoryStore(now, shared.database, () => {
    shared.users -= 1
    if (shared.users === 0) databases.delete(name)
  })
}

class SharedMemoryStore extends MemoryStore {
  #leave: (() => void) | undefined

  constructor(now: () => number, database: MemoryDatabase, leave: () => void) {
    super({ now, database })
    this.#leave = leave
  }

  override async close(): Promise<void> {
    await super.close()
    this.#leave?.()
    this.#leave = undefined
  }
}
