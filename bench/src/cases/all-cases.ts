// The cases in the order in which they run.
import type { BenchCase } from './bench-case.js'
import { cachedRuns } from './cached-runs.js'
import { dueAtOnce } from './due-at-once.js'
import { idleWorker } from './idle-worker.js'
import { loneRun } from './lone-run.js'
import { oneStepDrain } from './one-step-drain.js'
import { oneStepLive } from './one-step-live.js'
import { replay } from './replay.js'
import { sleepers } from './sleepers.js'
import { stepCost } from './step-cost.js'
import { tenSteps } from './ten-steps.js'

export const allCases: readonly BenchCase[] = [
  oneStepDrain,
  oneStepLive,
  tenSteps,
  loneRun,
  sleepers,
  dueAtOnce,
  stepCost,
  idleWorker,
  replay,
  cachedRuns,
]
