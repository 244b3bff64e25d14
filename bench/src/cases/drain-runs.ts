// Starts runs while no worker is there, then starts the worker and takes the time until the last has finished, as seen
// in the contender's own tables.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowName } from '../contenders/contender.js'
import { nowMs } from '../measure/clock.js'
import type { CaseContext, CaseSession } from './bench-case.js'

const lookEveryMs = 5

/** Resolves to the instant at which no run was open any more. */
export const waitUntilFinished = async ({ observer, plan }: CaseContext, session: CaseSession): Promise<number> => {
  const deadline = nowMs() + plan.measurementTimeoutMs
  for (;;) {
    const [row] = await observer.query<{ done: boolean }>(session.database, session.description.queries.allFinished)
    const at = nowMs()
    if (row?.done === true) return at
    if (at > deadline) throw new Error(`Runs are still open after ${plan.measurementTimeoutMs} ms.`)
    await sleep(lookEveryMs)
  }
}

export interface ClosedRuns {
  readonly completed: number
  readonly failed: number
}

export const countClosedRuns = async ({ observer }: CaseContext, session: CaseSession): Promise<ClosedRuns> => {
  const [row] = await observer.query<{ completed: number; failed: number }>(
    session.database,
    session.description.queries.closedRuns,
  )
  return { completed: row?.completed ?? 0, failed: row?.failed ?? 0 }
}

/** Throws unless exactly so many runs were completed since, and none failed. */
export const requireCompleted = async (
  context: CaseContext,
  session: CaseSession,
  before: ClosedRuns,
  count: number,
): Promise<void> => {
  const after = await countClosedRuns(context, session)
  const completed = after.completed - before.completed
  if (completed === count && after.failed === 0) return
  throw new Error(`${completed} of ${count} runs were completed, ${after.failed} failed.`)
}

/** Answers the milliseconds from the start of the worker to the end of the last run. The worker goes on. */
export const drainRuns = async (
  context: CaseContext,
  session: CaseSession,
  workflow: WorkflowName,
  count: number,
): Promise<number> => {
  const before = await countClosedRuns(context, session)
  await session.host.call('startRuns', { workflow, count })
  const begin = nowMs()
  const started = session.host.call('startWorker')
  const [end] = await Promise.all([waitUntilFinished(context, session), started])
  await requireCompleted(context, session, before, count)
  return end - begin
}
