// Case: what a step costs the server, in bytes of WAL and rows written. Runs of one and of ten steps are counted whole,
// starts included, each in a fresh database; a ninth of the difference is one more step.
import type { WorkflowName } from '../contenders/contender.js'
import type { BenchCase, CaseContext } from './bench-case.js'
import { drainRuns } from './drain-runs.js'

interface RunCost {
  readonly walBytes: number
  readonly rows: number
  readonly fullPageImages: number
}

const costOfRuns = async (context: CaseContext, workflow: WorkflowName, runs: number): Promise<RunCost> => {
  const session = await context.open()
  const before = await context.observer.readWriteCounters(session.database)
  await drainRuns(context, session, workflow, runs)
  await session.host.call('stopWorker')
  await session.end()
  const after = await context.observer.readWriteCounters(session.database)
  return {
    walBytes: (after.walBytes - before.walBytes) / runs,
    rows: (after.rows - before.rows) / runs,
    fullPageImages: after.fullPageImages - before.fullPageImages,
  }
}

export const stepCost: BenchCase = {
  name: 'step-cost',
  title: 'What one more step costs the server',
  metrics: [
    { name: 'walBytesPerStep', title: 'WAL per step', unit: ' B', better: 'lower', digits: 0 },
    { name: 'rowsPerStep', title: 'rows written per step', unit: '', better: 'lower', digits: 2 },
    { name: 'walBytesPerTenStepRun', title: 'WAL per ten-step run', unit: ' B', better: 'lower', digits: 0 },
    { name: 'rowsPerTenStepRun', title: 'rows written per ten-step run', unit: '', better: 'lower', digits: 1 },
  ],
  rounds: (plan, entry) => (entry.ours || plan.peersInAbsoluteCases ? 1 : 0),
  async measure(context) {
    const runs = Math.round(context.entry.expectedRunsPerSecond * context.plan.stepCostSeconds)
    const one = await costOfRuns(context, 'one-step', runs)
    const ten = await costOfRuns(context, 'ten-steps', runs)
    return {
      metrics: {
        walBytesPerStep: (ten.walBytes - one.walBytes) / 9,
        rowsPerStep: (ten.rows - one.rows) / 9,
        walBytesPerTenStepRun: ten.walBytes,
        rowsPerTenStepRun: ten.rows,
      },
      details: {
        runs,
        walBytesPerOneStepRun: one.walBytes,
        rowsPerOneStepRun: one.rows,
        fullPageImages: one.fullPageImages + ten.fullPageImages,
      },
    }
  },
}
