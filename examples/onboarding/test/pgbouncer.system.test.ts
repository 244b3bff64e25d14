// Everything through pgbouncer in transaction mode, with two connections to the server. TRAPS 60
import { Client } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRuns } from './workers/check-runs.js'
import { type Pooler, startPgbouncer } from './workers/pgbouncer.js'
import { Steps } from './workers/steps.js'
import { WorkerProcesses } from './workers/worker-processes.js'

let pooler: Pooler
let workers: WorkerProcesses

beforeEach(async () => {
  pooler = await startPgbouncer(process.env['FOLIOT_TEST_POSTGRES_15'] ?? '', { poolSize: 2 })
  await migrate({ database: pooler.url })
  workers = await WorkerProcesses.create(pooler.url)
})

afterEach(async () => {
  workers.end()
  await pooler.stop()
})

test('a hundred runs on two workers complete through a pool of two connections', async () => {
  await Promise.all([workers.startReady(), workers.startReady()])
  await using client = await Client.connect({ database: pooler.url })
  const started = await Promise.all(
    Array.from({ length: 100 }, (_, index) => client.start(Steps, { workflowId: workers.workflowId(index) })),
  )
  const results = await Promise.all(started.map((run) => run.result({ timeout: '60 seconds' })))
  expect(results.every((result) => result === 5)).toBe(true)
  await checkRuns(started, workers.attempts())
})
