// Keeps a second process out of an embedded database. A file tells who has it; one that a process left when it was killed
// is recognised by that process being gone.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseInUseError } from './database-in-use-error.js'

interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process was started, where the system tells: a process id is used again. */
  readonly startedAt: string
  /** Of this locking, so that a lock can be told from its successor. */
  readonly token: string
}

export interface DirectoryLock {
  release(): void
}

/** @throws DatabaseInUseError */
export const lockDirectory = (folder: string): DirectoryLock => {
  const file = join(folder, 'lock')
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: startOf(process.pid),
    token: crypto.randomUUID(),
  }
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(file)
      if (attempt === 3 || (holder !== undefined && isAlive(holder))) throw inUse(folder, holder)
      removeStale(file, holder)
    }
  }
  const release = (): void => {
    process.removeListener('exit', release)
    if (readHolder(file)?.token === own.token) rmSync(file, { force: true })
  }
  process.once('exit', release)
  return { release }
}

const inUse = (folder: string, holder: Holder | undefined): DatabaseInUseError =>
  new DatabaseInUseError(folder, holder === undefined ? 'a process that just opens it' : `process ${holder.pid}`)

const readHolder = (file: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Of two processes that find it at once, one renames it; the other would rename the first's new lock, and puts it back. */
const removeStale = (file: string, stale: Holder | undefined): void => {
  const aside = `${file}.${crypto.randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readHolder(aside)?.token === stale?.token) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
  } catch {
    return ''
  }
}

/** A process of another host can't be looked at: it counts as alive. */
const isAlive = ({ pid, host, startedAt }: Holder): boolean => {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return startOf(pid) === startedAt
}
