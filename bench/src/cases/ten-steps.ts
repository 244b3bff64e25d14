// Case: how many steps a second, over many runs of ten steps each.
import type { BenchCase } from './bench-case.js'
import { drainRuns } from './drain-runs.js'
import { warmUp } from './warm-up.js'

export const tenSteps: BenchCase = {
  name: 'ten-steps',
  title: 'Ten-step runs, drain: steps of all runs together',
  metrics: [{ name: 'stepsPerSecond', title: 'steps/s', unit: '/s', better: 'higher', digits: 0 }],
  rounds: (plan) => plan.rounds,
  async measure(context) {
    const runs = Math.round((context.entry.expectedRunsPerSecond * context.plan.drainSeconds) / 4)
    const session = await context.open()
    await warmUp(context, session)
    await session.host.call('stopWorker')
    const elapsedMs = await drainRuns(context, session, 'ten-steps', runs)
    return { metrics: { stepsPerSecond: ((runs * 10) / elapsedMs) * 1000 }, details: { runs, elapsedMs } }
  },
}
