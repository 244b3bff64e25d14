// What must hold of runs, whatever was done to their workers: they replay, nothing recorded was done again, timers fired
// once and not early.
import type { RunHandle } from '@foliot/core/client'
import { expect } from 'vitest'
import { replayRuns } from './replay-runs.js'
import type { Attempt } from './worker-processes.js'

/** Between the recording of a result and its recorded time lie a commit and two clocks. */
const toleranceMs = 100

/** @param interrupted attempts that may have been stopped between their beginning and their first line */
export const checkRuns = async (
  runs: readonly RunHandle[],
  attempts: readonly Attempt[],
  interrupted = 0,
): Promise<void> => {
  const repeated: Attempt[] = []
  for (const run of runs) {
    const { runId = '' } = run
    const history = await run.history()
    const of = (type: string) => history.filter((event) => event.type === type)
    const [started] = of('TimerStarted')
    const [fired, ...more] = of('TimerFired')
    expect(more).toEqual([])
    const { fireAt } = started?.data as { fireAt: string }
    expect(fired?.recordedAt.getTime()).toBeGreaterThanOrEqual(Date.parse(fireAt))
    for (const { recordedAt, data } of of('ActivityCompleted')) {
      const { activityId } = data as { activityId: string }
      const isLater = ({ at }: Attempt): boolean => at > recordedAt.getTime() + toleranceMs
      repeated.push(
        ...attempts.filter((each) => each.runId === runId && each.activityId === activityId && isLater(each)),
      )
    }
    const times = history.map(({ recordedAt }) => recordedAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
  }
  expect(repeated.slice(interrupted)).toEqual([])
  await replayRuns(runs, new URL('./steps.ts', import.meta.url))
}
