// DBOS Transact. Callers beside the worker start workflows directly, as its documentation does within an application;
// runs that are started ahead of the worker go through a queue.
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import { concurrently } from './concurrently.js'
import type { Contender, ContenderDescription, CreateContender, WorkflowInput, WorkflowName } from './contender.js'
import { packageVersion } from './package-version.js'

const poolSize = 20
const pollMs = 100
const queueName = 'bench'
const applicationVersion = 'bench'

const description: ContenderDescription = {
  version: packageVersion('@dbos-inc/dbos-sdk'),
  settings: {
    poolSize,
    queuePollMs: pollMs,
    queueConcurrency: 'unlimited',
    besideAWorker: 'startWorkflow in the process',
    aheadOfAWorker: 'queue',
  },
  queries: {
    allFinished: `SELECT NOT EXISTS (
      SELECT FROM dbos.workflow_status WHERE status IN ('PENDING', 'ENQUEUED', 'DELAYED')) AS done`,
    closedRuns: `SELECT count(*) FILTER (WHERE status = 'SUCCESS')::int AS completed,
      count(*) FILTER (WHERE status NOT IN ('SUCCESS', 'PENDING', 'ENQUEUED', 'DELAYED'))::int AS failed
      FROM dbos.workflow_status`,
    waitingRuns: `SELECT count(*)::int AS waiting FROM dbos.operation_outputs JOIN dbos.workflow_status USING (workflow_uuid)
      WHERE function_name = 'DBOS.sleep' AND status = 'PENDING'`,
    sleepInstants: `SELECT workflow_uuid AS run_id, output::float8 AS fire_at
      FROM dbos.operation_outputs WHERE function_name = 'DBOS.sleep'`,
  },
}

export const createDbos: CreateContender = async ({ databaseUrl, hooks }) => {
  const step = (key: number) => DBOS.runStep(() => Promise.resolve(hooks.onStep(key)), { name: 'step' })
  const workflows: Record<WorkflowName, (input: WorkflowInput) => Promise<number>> = {
    'one-step': DBOS.registerWorkflow(({ key }: WorkflowInput) => step(key), { name: 'one-step' }),
    'ten-steps': DBOS.registerWorkflow(
      async ({ key }: WorkflowInput) => {
        let sum = 0
        for (let index = 0; index < 10; index += 1) sum += await step(key)
        return sum
      },
      { name: 'ten-steps' },
    ),
    sleeper: DBOS.registerWorkflow(
      async ({ key, sleepMs = 0 }: WorkflowInput) => {
        await DBOS.sleep(sleepMs)
        return step(key)
      },
      { name: 'sleeper' },
    ),
    alarm: DBOS.registerWorkflow(
      async ({ key, wakeAt = 0 }: WorkflowInput) => {
        await DBOS.sleep(Math.max(0, wakeAt - Date.now()))
        return key
      },
      { name: 'alarm' },
    ),
  }
  let client: DBOSClient | undefined

  const contender: Contender = {
    description,
    async setUp() {
      await DBOS.migrate(databaseUrl)
      client = await DBOSClient.create({
        systemDatabaseUrl: databaseUrl,
        systemDatabasePoolSize: poolSize,
        applicationName: 'bench',
      })
      await client.registerQueue(queueName, { minPollingIntervalMs: pollMs })
    },
    async startWorker() {
      DBOS.setConfig({
        name: 'bench',
        systemDatabaseUrl: databaseUrl,
        systemDatabasePoolSize: poolSize,
        applicationVersion,
        runMigrations: false,
        logLevel: 'error',
      })
      await DBOS.launch()
    },
    async stopWorker() {
      await DBOS.shutdown({ workflowCompletionTimeoutMS: 5_000 })
    },
    async startRuns(workflow, inputs) {
      if (DBOS.isInitialized()) {
        const running = await concurrently(inputs, 100, (input) => DBOS.startWorkflow(workflows[workflow])(input))
        return running.map((handle) => handle.workflowID)
      }
      const handles = await concurrently(inputs, 100, async (input) =>
        client?.enqueue({ queueName, workflowName: workflow, appVersion: applicationVersion }, input),
      )
      return handles.map((handle) => handle?.workflowID ?? '')
    },
    async call(workflow, input) {
      const handle = await DBOS.startWorkflow(workflows[workflow])(input)
      return handle.getResult()
    },
    async tearDown() {
      await client?.destroy()
    },
  }
  return Promise.resolve(contender)
}
