// Foliot, through its public API and with its defaults.
import { fileURLToPath } from 'node:url'
import { bundleWorkflows } from '@foliot/compiler-plugin'
import { Client } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { Worker } from '@foliot/core/worker'
import { Alarm } from '../workflows/alarm.js'
import type { BenchActivities } from '../workflows/bench-activities.js'
import { ManySteps } from '../workflows/many-steps.js'
import { OneStep } from '../workflows/one-step.js'
import { Sleeper } from '../workflows/sleeper.js'
import { TenSteps } from '../workflows/ten-steps.js'
import type { Contender, ContenderDescription, CreateContender, WorkflowInput, WorkflowName } from './contender.js'
import { packageVersion } from './package-version.js'
import { SandboxProbe } from './sandbox-probe.js'

const workflowsPath = fileURLToPath(new URL('../../src/workflows', import.meta.url))

const description: ContenderDescription = {
  version: packageVersion('@foliot/core'),
  settings: { options: 'defaults' },
  queries: {
    allFinished: 'SELECT NOT EXISTS (SELECT FROM foliot.run_tasks) AS done',
    closedRuns: `SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed,
      count(*) FILTER (WHERE status NOT IN ('completed', 'pending', 'running'))::int AS failed FROM foliot.runs`,
    waitingRuns: 'SELECT count(*)::int AS waiting FROM foliot.timers',
    sleepInstants: `SELECT run_id::text, extract(epoch FROM (data ->> 'fireAt')::timestamptz)::float8 * 1000 AS fire_at
      FROM foliot.history WHERE type = 'TimerStarted'`,
  },
}

export const createFoliot: CreateContender = async ({ databaseUrl, hooks }) => {
  const { bundle } = await bundleWorkflows({ workflowsPath })
  const activities: BenchActivities = { step: hooks.onStep }
  await migrate({ database: databaseUrl })
  const client = await Client.connect({ database: databaseUrl })
  let worker: Worker | undefined
  let started = 0

  const start = (workflow: WorkflowName, { key, sleepMs = 0, wakeAt = 0 }: WorkflowInput) => {
    started += 1
    const workflowId = `${workflow}-${started}`
    switch (workflow) {
      case 'one-step':
        return client.start(OneStep, { workflowId, args: [key] })
      case 'ten-steps':
        return client.start(TenSteps, { workflowId, args: [key] })
      case 'sleeper':
        return client.start(Sleeper, { workflowId, args: [key, sleepMs] })
      case 'alarm':
        return client.start(Alarm, { workflowId, args: [key, wakeAt] })
    }
  }

  const contender: Contender = {
    description,
    async setUp() {
      await client.bundles.register(bundle)
    },
    async startWorker() {
      worker = await Worker.create({ database: databaseUrl, bundle, activities })
    },
    async stopWorker() {
      await worker?.shutdown()
    },
    async startRuns(workflow, inputs) {
      const runs = await Promise.all(inputs.map((input) => start(workflow, input)))
      return runs.map((run) => run.runId)
    },
    async call(workflow, input) {
      const run = await start(workflow, input)
      return run.result()
    },
    async recordRuns(runs, steps) {
      const started = await Promise.all(
        Array.from({ length: runs }, (_, key) =>
          client.start(ManySteps, { workflowId: `recorded-${steps}-${key}`, args: [key, steps] }),
        ),
      )
      await Promise.all(started.map((run) => run.result()))
      return started.map((run) => run.runId)
    },
    sandbox: new SandboxProbe(bundle),
    async tearDown() {
      await client.close()
    },
  }
  return contender
}
