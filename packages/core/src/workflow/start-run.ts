// The first delivery: finds the workflow, makes its instance, and runs it to its first suspension.
import { encodePayload } from '../codec/encode-payload.js'
import { decodePayload } from '../codec/decode-payload.js'
import type { RunStartedData } from '../history/event-data.js'
import type { RunScope } from './run-scope.js'
import { findWorkflow, LiveWorkflow } from './live-workflow.js'

const complete = (scope: RunScope, result: unknown): void => {
  let encoded: string
  try {
    encoded = encodePayload(result, 'result')
  } catch (error) {
    scope.fail(error)
    return
  }
  scope.close('CompleteRun', `{"result":${encoded}}`)
}

export const startRun = (scope: RunScope, data: RunStartedData): void => {
  const { runId, workflowId, workflowType, taskQueue } = data
  scope.identity = { runId, workflowId, workflowType, taskQueue, startedAtMs: scope.nowMs }
  scope.globals.seed(runId)
  const definition = findWorkflow(workflowType)
  const args = data.args.map(decodePayload)
  // The async function turns what the author's constructor or a synchronous `run` throws into a rejection.
  const execute = async (): Promise<unknown> => {
    scope.workflow = new LiveWorkflow(definition)
    return scope.workflow.run(args)
  }
  execute().then(
    (result) => complete(scope, result),
    (error: unknown) => scope.fail(error),
  )
}
