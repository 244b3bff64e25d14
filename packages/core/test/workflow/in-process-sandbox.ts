import { AsyncLocalStorage } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { createActivator } from '../../src/workflow/create-activator.js'
import type { SandboxGlobals } from '../../src/workflow/sandbox-globals.js'

setFlagsFromString('--allow-natives-syntax')
const scopes = new AsyncLocalStorage<string>()
const drain = new Function('%PerformMicrotaskCheckpoint()') as () => void

export interface LoggedLine {
  readonly level: string
  readonly message: string
  readonly fields: string
}

export interface InProcessRun {
  readonly activate: (delivery: string) => string
  readonly globals: SandboxGlobals
  readonly lines: readonly LoggedLine[]
  readonly seeds: readonly string[]
  readonly times: readonly number[]
}

/** The runtime of a bundle without a vm: same process, same realm. Works only within `outsideMicrotasks`. */
export const inProcessRun = (): InProcessRun => {
  const lines: LoggedLine[] = []
  const seeds: string[] = []
  const times: number[] = []
  let silent = false
  const globals: SandboxGlobals = {
    drain,
    harden: () => undefined,
    setTime: (nowMs) => times.push(nowMs),
    seed: (seed) => seeds.push(seed),
    setSilent: (value) => {
      silent = value
    },
    withSeparateRandom: (fn) => fn(),
    withHostTime: (fn) => fn(),
    log: (level, message, fields) => {
      if (!silent) lines.push({ level, message, fields })
    },
    enterScope: (scopeId, fn) => scopes.run(scopeId, fn),
    scopeId: () => scopes.getStore() ?? '',
    explain: (error) => error,
    hooks: {},
  }
  const scope = globalThis as { __foliot?: SandboxGlobals }
  scope.__foliot = globals
  try {
    return { activate: createActivator(), globals, lines, seeds, times }
  } finally {
    delete scope.__foliot
  }
}

/** A microtask can't drain the queue it is in, and a test runs in one. */
export const outsideMicrotasks = <T>(work: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
  })
