// Case: callers that start a one-step run, wait for its result, and start the next.
import { quantile } from '../measure/quantile.js'
import type { BenchCase } from './bench-case.js'
import { warmUp } from './warm-up.js'

export const oneStepLive: BenchCase = {
  name: 'one-step-live',
  title: 'One-step runs, live: 32 callers, start to result',
  metrics: [
    { name: 'runsPerSecond', title: 'runs/s', unit: '/s', better: 'higher', digits: 0 },
    { name: 'p50Ms', title: 'start to result, p50', unit: ' ms', better: 'lower', digits: 1 },
    { name: 'p99Ms', title: 'start to result, p99', unit: ' ms', better: 'lower', digits: 1 },
  ],
  rounds: (plan) => plan.rounds,
  async measure(context) {
    const { callers, liveMs } = context.plan
    const session = await context.open()
    await warmUp(context, session)
    const { calls, elapsedMs, latencies } = await session.host.call('callRuns', {
      workflow: 'one-step',
      callers,
      durationMs: liveMs,
    })
    return {
      metrics: {
        runsPerSecond: (calls / elapsedMs) * 1000,
        p50Ms: quantile(latencies, 0.5),
        p99Ms: quantile(latencies, 0.99),
      },
      details: { callers, runs: calls, elapsedMs },
    }
  },
}
