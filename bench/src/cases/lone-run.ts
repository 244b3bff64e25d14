// Case: one run of ten steps at a time on an otherwise idle machine, start to result.
import { quantile } from '../measure/quantile.js'
import type { BenchCase } from './bench-case.js'
import { warmUp } from './warm-up.js'

export const loneRun: BenchCase = {
  name: 'lone-run',
  title: 'A ten-step run alone, start to result',
  metrics: [
    { name: 'p50Ms', title: 'p50', unit: ' ms', better: 'lower', digits: 1 },
    { name: 'p99Ms', title: 'p99', unit: ' ms', better: 'lower', digits: 1 },
  ],
  rounds: (plan) => plan.rounds,
  async measure(context) {
    const { loneRuns, loneMs } = context.plan
    const session = await context.open()
    await warmUp(context, session)
    const { calls, latencies } = await session.host.call('callRuns', {
      workflow: 'ten-steps',
      callers: 1,
      durationMs: loneMs,
      maximumCalls: loneRuns,
    })
    return {
      metrics: { p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) },
      details: { runs: calls },
    }
  },
}
