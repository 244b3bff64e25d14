import type { Bundle } from '../../src/authoring/bundle.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import type { RunAnswer, RunTask } from '../../src/engine/run-task.js'
import type { SandboxHost } from '../../src/engine/sandbox-host.js'
import type { Turn } from '../../src/engine/turn.js'

export const startTask = (
  bundle: Bundle,
  runId: string,
  workflowType: string,
  args: readonly unknown[] = [],
): RunTask => ({
  runId,
  bundle: bundle.hash,
  seq: 0,
  now: 1_700_000_000_000,
  inputs: [
    {
      type: 'start',
      workflowId: `workflow-of-${runId}`,
      workflowType,
      taskQueue: 'default',
      args: JSON.stringify(args),
      receivedAt: 1_700_000_000_000,
    },
  ],
})

export const turnOf = (answer: RunAnswer | undefined): Turn => {
  if (answer?.type !== 'turn') throw new Error(`Expected a turn, got ${JSON.stringify(answer)}`)
  return answer.turn
}

export const resultOf = (answer: RunAnswer | undefined): unknown => {
  const { closing } = turnOf(answer)
  if (closing?.type !== 'completed') throw new Error(`Expected a completed run, got ${JSON.stringify(closing)}`)
  return JSON.parse(closing.result)
}

export const failureOf = (
  answer: RunAnswer | undefined,
): { type: string; message: string; code?: string; stack?: string } => {
  const { closing } = turnOf(answer)
  if (closing?.type !== 'failed') throw new Error(`Expected a failed run, got ${JSON.stringify(closing)}`)
  return JSON.parse(closing.failure) as { type: string; message: string }
}

/** Executes one task. */
export const execute = async (host: SandboxHost, task: RunTask): Promise<RunAnswer> => {
  const [answer] = await host.execute([task])
  if (answer === undefined) throw new Error('No answer.')
  return answer
}

/** A turn that does nothing but replay a history. */
export const replayTask = (task: RunTask, history: readonly HistoryEvent[]): RunTask => ({
  ...task,
  seq: history.at(-1)?.seq ?? 0,
  history,
  inputs: [],
})
