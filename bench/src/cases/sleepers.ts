// Case: how late a sleeping run goes on. From the instant that the engine recorded as the end of the sleep to the first
// effect of the next line that can be seen outside: the code of the step after it, which no engine runs before the
// wake-up is durable.
import { quantile } from '../measure/quantile.js'
import type { BenchCase } from './bench-case.js'
import { countClosedRuns, requireCompleted, waitUntilFinished } from './drain-runs.js'
import { warmUp } from './warm-up.js'

/** The starts are spread over a second: a crowd at one instant is another case. */
const spreadMs = 1_000

export const sleepers: BenchCase = {
  name: 'sleepers',
  title: '200 sleepers of 2 s: how late they go on',
  metrics: [
    { name: 'p50Ms', title: 'lateness p50', unit: ' ms', better: 'lower', digits: 1 },
    { name: 'p99Ms', title: 'lateness p99', unit: ' ms', better: 'lower', digits: 1 },
    { name: 'maxMs', title: 'lateness max', unit: ' ms', better: 'lower', digits: 1 },
  ],
  rounds: (plan) => plan.rounds,
  async measure(context) {
    const { observer, plan } = context
    const session = await context.open()
    await warmUp(context, session)
    const before = await countClosedRuns(context, session)
    const runIds = await session.host.call('startRuns', {
      workflow: 'sleeper',
      count: plan.sleepers,
      everyMs: spreadMs / plan.sleepers,
      sleepMs: plan.sleepMs,
    })
    await waitUntilFinished(context, session)
    await requireCompleted(context, session, before, plan.sleepers)
    const effectAt = new Map((await session.host.call('takeEffects')).map(({ key, at }) => [runIds[key], at]))
    const instants = await observer.query<{ run_id: string; fire_at: number }>(
      session.database,
      session.description.queries.sleepInstants,
    )
    const lateness = instants.flatMap(({ run_id, fire_at }) => {
      const at = effectAt.get(run_id)
      return at === undefined ? [] : [at - fire_at]
    })
    if (lateness.length !== plan.sleepers) throw new Error(`${lateness.length} of ${plan.sleepers} sleeps were seen.`)
    return {
      metrics: {
        p50Ms: quantile(lateness, 0.5),
        p99Ms: quantile(lateness, 0.99),
        maxMs: quantile(lateness, 1),
      },
      details: { sleepers: plan.sleepers, sleepMs: plan.sleepMs, minMs: quantile(lateness, 0) },
    }
  },
}
