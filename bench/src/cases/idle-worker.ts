// Case: what a worker with nothing to do asks of the server. Every statement counts, also BEGIN and COMMIT.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchCase } from './bench-case.js'
import { warmUp } from './warm-up.js'

export const idleWorker: BenchCase = {
  name: 'idle-worker',
  title: 'A worker with nothing to do',
  metrics: [{ name: 'statementsPerMinute', title: 'statements a minute', unit: '', better: 'lower', digits: 0 }],
  concurrent: true,
  rounds: () => 1,
  async measure(context) {
    const { observer, plan } = context
    const session = await context.open({ trackStatements: true })
    await warmUp(context, session)
    await sleep(plan.idleSettleMs)
    const before = await observer.statementCount(session.database)
    await sleep(plan.idleMs)
    const statements = (await observer.statementCount(session.database)) - before
    return {
      metrics: { statementsPerMinute: (statements / plan.idleMs) * 60_000 },
      details: { statements, windowMs: plan.idleMs },
    }
  },
}
