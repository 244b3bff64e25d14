// Embedded databases of this process: one PGlite for each folder, shared by all who open it and closed by the last.
import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { prepareDataDirectory } from './data-image.js'
import { type DirectoryLock, lockDirectory } from './directory-lock.js'
import { Mutex } from '../mutex.js'

export interface EmbeddedDatabase {
  readonly folder: string
  readonly pglite: PGlite
  /** There is one connection: whoever is in a transaction has it alone. */
  readonly mutex: Mutex
  /** Nobody had it open before: since one process has it at a time, every worker that it names is dead. */
  readonly isFirst: boolean
  release(): Promise<void>
}

interface Shared {
  users: number
  readonly opening: Promise<Opened>
}

interface Opened {
  readonly pglite: PGlite
  readonly mutex: Mutex
  readonly lock: DirectoryLock
}

// Also shared with other copies of this package in the process, which would only find their own process in the lock.
const registryKey = Symbol.for('foliot.embedded-databases')
const holder = globalThis as { [registryKey]?: Map<string, Shared> }
const registry = (holder[registryKey] ??= new Map<string, Shared>())

/** @throws DatabaseInUseError when another process has it */
export const openEmbeddedDatabase = async (path: string): Promise<EmbeddedDatabase> => {
  mkdirSync(path, { recursive: true })
  const folder = realpathSync(resolve(path))
  let shared = registry.get(folder)
  const isFirst = shared === undefined
  if (shared === undefined) registry.set(folder, (shared = { users: 0, opening: open(folder) }))
  shared.users += 1
  const { opening } = shared
  try {
    const { pglite, mutex } = await opening
    return { folder, pglite, mutex, isFirst, release: () => release(folder) }
  } catch (error) {
    if (registry.get(folder)?.opening === opening) registry.delete(folder)
    throw error
  }
}

const open = async (folder: string): Promise<Opened> => {
  const lock = lockDirectory(folder)
  try {
    const dataDir = join(folder, 'data')
    prepareDataDirectory(dataDir)
    const pglite = new PGlite(dataDir)
    await pglite.waitReady
    return { pglite, mutex: new Mutex(), lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

const release = async (folder: string): Promise<void> => {
  const shared = registry.get(folder)
  if (shared === undefined) return
  shared.users -= 1
  if (shared.users > 0) return
  const { pglite, mutex, lock } = await shared.opening
  const done = await mutex.acquire()
  // Somebody may have opened it meanwhile.
  if (shared.users === 0 && registry.get(folder) === shared) {
    registry.delete(folder)
    await pglite.close()
    lock.release()
  }
  done()
}
