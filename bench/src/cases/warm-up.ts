// Leaves the contender's worker running with its code compiled and its connections open.
import type { CaseContext, CaseSession } from './bench-case.js'

export const warmUp = async ({ plan }: CaseContext, { host }: CaseSession): Promise<void> => {
  await host.call('startWorker')
  await host.call('callRuns', { workflow: 'one-step', callers: 16, durationMs: plan.warmUpMs, maximumCalls: 200 })
  await host.call('callRuns', { workflow: 'ten-steps', callers: 16, durationMs: plan.warmUpMs, maximumCalls: 100 })
  await host.call('takeEffects')
}
