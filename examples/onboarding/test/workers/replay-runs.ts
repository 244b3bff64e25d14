// Holds closed and open runs to their histories: each replays through the code of a file without a difference.
import type { RunHandle } from '@foliot/core/client'
import { bundleWorkflows } from '@foliot/compiler-plugin'
import { InThreadHost } from '@foliot/core/internal'
import { expect } from 'vitest'

export const replayRuns = async (runs: readonly RunHandle[], workflowsPath: URL): Promise<void> => {
  const { bundle } = await bundleWorkflows({ workflowsPath })
  const sandbox = new InThreadHost()
  await sandbox.loadBundle(bundle)
  for (const run of runs) {
    const { runId = '' } = run
    const history = (await run.history()).map(({ seq, type, recordedAt, data }) => ({
      seq,
      type: type as 'RunStarted',
      recordedAt: recordedAt.getTime(),
      data: JSON.stringify(data),
    }))
    const task = { runId, bundle: bundle.hash, seq: history.length, history, now: 0, inputs: [] }
    const [answer] = await sandbox.execute([task])
    expect(answer?.type, JSON.stringify(answer)).toBe('turn')
    sandbox.drop([runId])
  }
  await sandbox.close()
}
