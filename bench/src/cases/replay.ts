// Case, Foliot alone: recorded histories replayed in the sandbox. Short ones show the price of a new instance, longer
// ones that of an event.
import type { RecordedHistory } from '../contenders/sandbox-probe.js'
import type { BenchCase, CaseContext, CaseSession } from './bench-case.js'

interface EventRow {
  readonly run_id: string
  readonly seq: number
  readonly type: string
  readonly recorded_at: number
  readonly data: string
}

const readHistories = async (context: CaseContext, session: CaseSession): Promise<readonly RecordedHistory[]> => {
  const rows = await context.observer.query<EventRow & Record<string, unknown>>(
    session.database,
    `SELECT run_id::text, seq, type, extract(epoch FROM recorded_at)::float8 * 1000 AS recorded_at, data::text
     FROM foliot.history ORDER BY run_id, seq`,
  )
  const histories = new Map<string, EventRow[]>()
  for (const row of rows) {
    const events = histories.get(row.run_id)
    if (events === undefined) histories.set(row.run_id, [row])
    else events.push(row)
  }
  return [...histories].map(([runId, events]) => ({
    runId,
    events: events.map(({ seq, type, recorded_at, data }) => ({
      seq,
      type,
      recordedAt: Math.round(recorded_at),
      data,
    })),
  }))
}

/** Events a second, over histories of runs with so many steps. */
const replayRate = async (context: CaseContext, steps: number): Promise<number> => {
  const session = await context.open()
  await session.host.call('startWorker')
  // A run has an event for its start and one for its end, and two for each step.
  await session.host.call('recordRuns', { runs: Math.ceil(context.plan.replayEvents / (2 * steps + 2)), steps })
  await session.host.call('stopWorker')
  const { events, elapsedMs } = await session.host.call('replay', await readHistories(context, session))
  return (events / elapsedMs) * 1000
}

export const replay: BenchCase = {
  name: 'replay',
  title: 'Replay in the sandbox, one thread',
  metrics: [
    { name: 'eventsPerSecond', title: 'histories of 202 events', unit: ' events/s', better: 'higher', digits: 0 },
    { name: 'shortEventsPerSecond', title: 'histories of 22 events', unit: ' events/s', better: 'higher', digits: 0 },
  ],
  contenders: ['foliot'],
  rounds: () => 1,
  async measure(context) {
    return {
      metrics: {
        eventsPerSecond: await replayRate(context, 100),
        shortEventsPerSecond: await replayRate(context, 10),
      },
      details: { events: context.plan.replayEvents },
    }
  },
}
