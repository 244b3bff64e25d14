// Case: a crowd of sleeping runs that are due at one and the same instant; seconds from it until all have finished.
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '../measure/clock.js'
import type { BenchCase, CaseContext, CaseResult } from './bench-case.js'
import { countClosedRuns, requireCompleted, waitUntilFinished } from './drain-runs.js'
import { warmUp } from './warm-up.js'

/** The waiting runs are counted this long before the instant. */
const countAheadMs = 300

interface Crowd {
  readonly runs: number
  readonly waiting: number
  readonly seconds: number
}

const measureOnce = async (context: CaseContext, patience: number): Promise<Crowd> => {
  const { entry, observer, plan } = context
  const runs = entry.ours ? plan.dueAtOnce : plan.peersDueAtOnce
  const session = await context.open()
  await warmUp(context, session)
  const before = await countClosedRuns(context, session)
  // Time to start them all and let each come as far as its sleep, at half the expected rate.
  const leadMs = patience * (1_500 + (runs / (entry.expectedRunsPerSecond * 0.5)) * 1000)
  const wakeAt = Math.ceil(nowMs() + leadMs)
  const started = session.host.call('startRuns', { workflow: 'alarm', count: runs, wakeAt })
  await sleep(wakeAt - countAheadMs - nowMs())
  const [row] = await observer.query<{ waiting: number }>(session.database, session.description.queries.waitingRuns)
  await started
  await sleep(Math.max(0, wakeAt - nowMs()))
  const end = await waitUntilFinished(context, session)
  await requireCompleted(context, session, before, runs)
  await session.end()
  return { runs, waiting: row?.waiting ?? 0, seconds: (end - wakeAt) / 1000 }
}

const resultOf = ({ plan }: CaseContext, { runs, waiting, seconds }: Crowd): CaseResult => ({
  metrics: { ...(runs === plan.dueAtOnce ? { seconds } : {}), runsPerSecond: runs / seconds },
  details: { runs, waiting, seconds },
})

export const dueAtOnce: BenchCase = {
  name: 'due-at-once',
  title: 'Runs due at one instant, seconds until all are finished',
  metrics: [
    { name: 'seconds', title: '5,000 finished after', unit: ' s', better: 'lower', digits: 2 },
    { name: 'runsPerSecond', title: 'finished runs/s', unit: '/s', better: 'higher', digits: 0 },
  ],
  rounds: (plan, entry) => (entry.ours ? plan.rounds : plan.peersInAbsoluteCases ? 1 : 0),
  async measure(context) {
    const first = await measureOnce(context, 1)
    if (first.waiting === first.runs) return resultOf(context, first)
    // Not all had come as far as their sleep: once more, with more time.
    const second = await measureOnce(context, 4)
    return {
      ...resultOf(context, second),
      ...(second.waiting === second.runs
        ? {}
        : { remark: `only ${second.waiting} of ${second.runs} slept when the instant came` }),
    }
  },
}
