// Children of the run that a parent was reset from, or that continued as it: told to end, they may still hold the workflow
// ids that the parent wants to use again.
import type { RunStart, StartOutcome } from '../store/run-start.js'
import type { Store } from '../store/store.js'

type Conflict = Extract<StartOutcome, { type: 'conflict' }>

/** Runs of one chain that are looked through. */
const longestChain = 20

/** Whether the run that holds the child's workflow id was started by a run that its parent goes on for. */
export const isLeftoverChild = async (
  store: Store,
  { parent }: Pick<RunStart, 'parent'>,
  { runId }: Pick<Conflict, 'runId'>,
): Promise<boolean> => {
  if (parent === undefined) return false
  const [holder] = await store.describeRuns([{ runId }])
  let earlier = holder?.parentRunId
  for (let link = 0; earlier !== undefined && earlier !== parent.runId && link < longestChain; link += 1) {
    const [run] = await store.describeRuns([{ runId: earlier }])
    earlier = run?.nextRunId
  }
  return holder?.parentRunId !== parent.runId && earlier === parent.runId
}
