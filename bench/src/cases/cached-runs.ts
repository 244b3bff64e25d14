// Case, Foliot alone: the memory that a sleeping run holds while its live instance is kept.
import type { BenchCase } from './bench-case.js'

export const cachedRuns: BenchCase = {
  name: 'cached-runs',
  title: 'Live instances of sleeping runs',
  metrics: [{ name: 'bytesPerRun', title: 'memory per run', unit: ' B', better: 'lower', digits: 0 }],
  contenders: ['foliot'],
  rounds: () => 1,
  async measure(context) {
    const runs = context.plan.cachedRuns
    const session = await context.open()
    return {
      metrics: { bytesPerRun: await session.host.call('bytesPerCachedRun', runs) },
      details: { runs },
    }
  },
}
