// OpenWorkflow. Its handle looks for the result once a second; callers here ask its backend more often, so that the
// engine is measured and not the wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenWorkflow } from 'openworkflow'
import { BackendPostgres } from 'openworkflow/postgres'
import postgres from 'postgres'
import { concurrently } from './concurrently.js'
import type { Contender, ContenderDescription, CreateContender, WorkflowInput } from './contender.js'
import { packageVersion } from './package-version.js'

const poolSize = 20
const concurrency = 100
const resultPollMs = 10

const description: ContenderDescription = {
  version: packageVersion('openworkflow'),
  settings: { poolSize, concurrency, resultPollMs, poll: 'its own, 100 ms doubling to 1 s while idle' },
  queries: {
    allFinished: `SELECT NOT EXISTS (
      SELECT FROM openworkflow.workflow_runs WHERE status IN ('pending', 'running', 'sleeping')) AS done`,
    closedRuns: `SELECT count(*) FILTER (WHERE status IN ('completed', 'succeeded'))::int AS completed,
      count(*) FILTER (WHERE status IN ('failed', 'canceled'))::int AS failed FROM openworkflow.workflow_runs`,
    waitingRuns: `SELECT count(*)::int AS waiting FROM openworkflow.step_attempts
      WHERE kind = 'sleep' AND status = 'running'`,
    sleepInstants: `SELECT workflow_run_id AS run_id,
      extract(epoch FROM (context ->> 'resumeAt')::timestamptz)::float8 * 1000 AS fire_at
      FROM openworkflow.step_attempts WHERE kind = 'sleep'`,
  },
}

export const createOpenWorkflow: CreateContender = async ({ databaseUrl, hooks }) => {
  // connect() migrates, but takes no size for its pool.
  await (await BackendPostgres.connect(databaseUrl)).stop()
  const backend = BackendPostgres.fromPool(
    postgres(databaseUrl, { max: poolSize, transform: { column: { from: postgres.toCamel } } }),
  )
  const app = new OpenWorkflow({ backend })
  const workflows = {
    'one-step': app.defineWorkflow<WorkflowInput, number>({ name: 'one-step' }, ({ input, step }) =>
      step.run({ name: 'step' }, () => hooks.onStep(input.key)),
    ),
    'ten-steps': app.defineWorkflow<WorkflowInput, number>({ name: 'ten-steps' }, async ({ input, step }) => {
      let sum = 0
      for (let index = 0; index < 10; index += 1) {
        sum += await step.run({ name: `step-${index}` }, () => hooks.onStep(input.key))
      }
      return sum
    }),
    sleeper: app.defineWorkflow<WorkflowInput, number>({ name: 'sleeper' }, async ({ input, step }) => {
      await step.sleep('sleep', `${input.sleepMs ?? 0}ms`)
      return step.run({ name: 'step' }, () => hooks.onStep(input.key))
    }),
    alarm: app.defineWorkflow<WorkflowInput, number>({ name: 'alarm' }, async ({ input, step }) => {
      await step.sleep('sleep', `${Math.max(1, (input.wakeAt ?? 0) - Date.now())}ms`)
      return input.key
    }),
  }
  let worker: ReturnType<typeof app.newWorker> | undefined

  const contender: Contender = {
    description,
    async setUp() {
      // The database was migrated before the pool was made.
    },
    async startWorker() {
      worker = app.newWorker({ concurrency })
      await worker.start()
    },
    async stopWorker() {
      await worker?.stop()
    },
    async startRuns(workflow, inputs) {
      return concurrently(inputs, 100, async (input) => (await workflows[workflow].run(input)).workflowRun.id)
    },
    async call(workflow, input) {
      const { workflowRun } = await workflows[workflow].run(input)
      for (;;) {
        const run = await backend.getWorkflowRun({ workflowRunId: workflowRun.id })
        if (run?.status === 'completed' || run?.status === 'succeeded') return run.output
        if (run?.status === 'failed' || run?.status === 'canceled') throw new Error(`OpenWorkflow run ${run.status}.`)
        await sleep(resultPollMs)
      }
    },
    async tearDown() {
      await backend.stop()
    },
  }
  return contender
}
