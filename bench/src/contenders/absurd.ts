// absurd. Its client's own wait for a result starts at 50 ms between looks and doubles; callers here look more often,
// so that the engine is measured and not the wait.
import { Absurd, type TaskContext } from 'absurd-sdk'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { loadAbsurdSchema } from './absurd-schema.js'
import { concurrently } from './concurrently.js'
import type { Contender, ContenderDescription, CreateContender, WorkflowInput, WorkflowName } from './contender.js'
import { packageVersion } from './package-version.js'

const poolSize = 20
const concurrency = 100
const pollMs = 50
const resultPollMs = 10
const version = packageVersion('absurd-sdk')

const description: ContenderDescription = {
  version,
  settings: { poolSize, concurrency, pollMs, resultPollMs },
  queries: {
    allFinished: `SELECT NOT EXISTS (
      SELECT FROM absurd.t_default WHERE state IN ('pending', 'running', 'sleeping')) AS done`,
    closedRuns: `SELECT count(*) FILTER (WHERE state = 'completed')::int AS completed,
      count(*) FILTER (WHERE state IN ('failed', 'cancelled'))::int AS failed FROM absurd.t_default`,
    waitingRuns: `SELECT count(*)::int AS waiting FROM absurd.t_default WHERE state = 'sleeping'`,
    sleepInstants: `SELECT task_id::text AS run_id, extract(epoch FROM (state #>> '{}')::timestamptz)::float8 * 1000 AS fire_at
      FROM absurd.c_default WHERE checkpoint_name = 'sleep'`,
  },
}

type Work = (input: WorkflowInput, context: TaskContext) => Promise<number>

export const createAbsurd: CreateContender = async ({ databaseUrl, hooks }) => {
  const schema = await loadAbsurdSchema(version)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
  const app = new Absurd({ db: pool })
  const step = (context: TaskContext, name: string, key: number) =>
    context.step(name, () => Promise.resolve(hooks.onStep(key)))
  const workflows: Record<WorkflowName, Work> = {
    'one-step': ({ key }, context) => step(context, 'step', key),
    'ten-steps': async ({ key }, context) => {
      let sum = 0
      for (let index = 0; index < 10; index += 1) sum += await step(context, `step-${index}`, key)
      return sum
    },
    sleeper: async ({ key, sleepMs = 0 }, context) => {
      await context.sleepFor('sleep', sleepMs / 1000)
      return step(context, 'step', key)
    },
    alarm: async ({ key, wakeAt = 0 }, context) => {
      await context.sleepUntil('sleep', new Date(wakeAt))
      return key
    },
  }
  for (const [name, work] of Object.entries(workflows)) app.registerTask({ name }, work)
  let worker: { close(): Promise<void> } | undefined

  const contender: Contender = {
    description,
    async setUp() {
      await pool.query(schema)
      await app.createQueue('default')
    },
    async startWorker() {
      worker = await app.startWorker({ concurrency, pollInterval: pollMs / 1000 })
    },
    async stopWorker() {
      await worker?.close()
    },
    async startRuns(workflow, inputs) {
      return concurrently(inputs, 100, async (input) => (await app.spawn(workflow, { ...input })).taskID)
    },
    async call(workflow, input) {
      const { taskID } = await app.spawn(workflow, { ...input })
      for (;;) {
        const snapshot = await app.fetchTaskResult(taskID)
        if (snapshot?.state === 'completed') return snapshot.result
        if (snapshot?.state === 'failed' || snapshot?.state === 'cancelled')
          throw new Error(`absurd task ${snapshot.state}.`)
        await sleep(resultPollMs)
      }
    },
    async tearDown() {
      await pool.end()
    },
  }
  return contender
}
