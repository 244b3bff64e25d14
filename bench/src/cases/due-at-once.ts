// Case: a crowd of sleeping runs that are due at one and the same instant; seconds from it until all have finished.
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '../measure/clock.js'
import type { BenchCase } from './bench-case.js'
import { countClosedRuns, requireCompleted, waitUntilFinished } from './drain-runs.js'
import { warmUp } from './warm-up.js'

/** The waiting runs are counted this long before the instant. */
const countAheadMs = 300

export const dueAtOnce: BenchCase = {
  name: 'due-at-once',
  title: 'Runs due at one instant, seconds until all are finished',
  metrics: [
    { name: 'seconds', title: 'all finished after', unit: ' s', better: 'lower', digits: 2 },
    { name: 'runsPerSecond', title: 'finished runs/s', unit: '/s', better: 'higher', digits: 0 },
  ],
  rounds: (plan, entry) => (entry.ours ? plan.rounds : 1),
  async measure(context) {
    const { entry, observer, plan } = context
    const runs = entry.ours ? plan.dueAtOnce : plan.peersDueAtOnce
    const session = await context.open()
    await warmUp(context, session)
    const before = await countClosedRuns(context, session)
    // Time to start them all and let each come as far as its sleep, at half the expected rate.
    const wakeAt = Math.ceil(nowMs() + 2_000 + (runs / (entry.expectedRunsPerSecond * 0.5)) * 1000)
    const started = session.host.call('startRuns', { workflow: 'alarm', count: runs, wakeAt })
    await sleep(Math.max(0, wakeAt - countAheadMs - nowMs()))
    const [row] = await observer.query<{ waiting: number }>(session.database, session.description.queries.waitingRuns)
    const waiting = row?.waiting ?? 0
    await started
    await sleep(Math.max(0, wakeAt - nowMs()))
    const end = await waitUntilFinished(context, session)
    await requireCompleted(context, session, before, runs)
    const seconds = (end - wakeAt) / 1000
    return {
      metrics: { seconds, runsPerSecond: runs / seconds },
      details: { runs, waiting },
      ...(waiting === runs ? {} : { remark: `only ${waiting} of ${runs} slept when the instant came` }),
    }
  },
}
