// `__foliot`: what the runtime inside a bundle finds. One object for all runs of a realm; it works on the current one.
import { explainAbsentGlobal } from '../../base/absent-global.js'
import type { SandboxGlobals } from '../../workflow/sandbox-globals.js'
import { callHost } from './bridge.js'
import { currentRun } from './current-run.js'
import { log } from './log.js'

const withFlag = <T>(flag: 'usesHost' | 'usesSeparateRandom', work: () => T): T => {
  const run = currentRun()
  const before = run[flag]
  run[flag] = true
  try {
    return work()
  } finally {
    run[flag] = before
  }
}

let harden: (values: readonly unknown[]) => void = () => undefined

/** Once SES gives it. */
export const provideHarden = (given: (values: readonly unknown[]) => void): void => {
  harden = given
}

export const foliot: SandboxGlobals = {
  harden: (values) => harden(values),
  drain: () => {
    callHost('drain')
    currentRun().drained = true
  },
  setTime: (nowMs) => {
    currentRun().nowMs = nowMs
  },
  seed: (seed) => currentRun().seed(seed),
  setSilent: (silent) => {
    currentRun().silent = silent
  },
  withSeparateRandom: (work) => withFlag('usesSeparateRandom', work),
  withHostTime: (work) => withFlag('usesHost', work),
  enterScope: (scopeId, work) => {
    const outer = callHost('scope')
    callHost('enter-scope', scopeId)
    try {
      return work()
    } finally {
      callHost('enter-scope', outer)
    }
  },
  scopeId: () => callHost('scope'),
  log,
  explain: (error) => explainAbsentGlobal(error) ?? error,
  get hooks() {
    return currentRun().hooks
  },
}
