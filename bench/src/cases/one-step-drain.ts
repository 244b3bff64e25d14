// Case: how fast a backlog of one-step runs is worked off.
import type { BenchCase } from './bench-case.js'
import { drainRuns } from './drain-runs.js'
import { warmUp } from './warm-up.js'

export const oneStepDrain: BenchCase = {
  name: 'one-step-drain',
  title: 'One-step runs, drain: started before the clock',
  metrics: [{ name: 'runsPerSecond', title: 'runs/s', unit: '/s', better: 'higher', digits: 0 }],
  rounds: (plan) => plan.rounds,
  async measure(context) {
    const runs = Math.round(context.entry.expectedRunsPerSecond * context.plan.drainSeconds)
    const session = await context.open()
    await warmUp(context, session)
    await session.host.call('stopWorker')
    const elapsedMs = await drainRuns(context, session, 'one-step', runs)
    return { metrics: { runsPerSecond: (runs / elapsedMs) * 1000 }, details: { runs, elapsedMs } }
  },
}
