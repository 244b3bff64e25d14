// The run whose code is on the stack. One realm serves many runs, one activation at a time, so the virtual globals are
// shared and read this; each run's own part is a RunState.
import type { SandboxGlobals } from '../../workflow/sandbox-globals.js'
import { RandomStream } from './random-stream.js'

export class RunState {
  nowMs = 0
  /** Where performance.now() counts from. */
  originMs = 0
  silent = false
  /** While a side effect runs: clock and randomness are the host's. */
  usesHost = false
  usesSeparateRandom = false
  /** Whether the bundle has drained the microtask queue in this activation. */
  drained = false
  readonly hooks: SandboxGlobals['hooks'] = {}
  #seed = ''
  #random: RandomStream | undefined
  #separateRandom: RandomStream | undefined

  seed(seed: string): void {
    this.#seed = seed
    this.#random = undefined
    this.#separateRandom = undefined
  }

  get random(): RandomStream {
    return this.usesSeparateRandom
      ? (this.#separateRandom ??= new RandomStream(`${this.#seed}/separate`))
      : (this.#random ??= new RandomStream(this.#seed))
  }
}

const nobody = new RunState()
let current = nobody

export const currentRun = (): RunState => current

/** Makes a run the current one; answers the one before, to go back to. */
export const enter = (run: RunState): RunState => {
  const outer = current
  current = run
  return outer
}

export const asRun = <T>(run: RunState, work: () => T): T => {
  const outer = enter(run)
  try {
    return work()
  } finally {
    enter(outer)
  }
}
