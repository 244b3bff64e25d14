// Postgres away for ten seconds under load: workers and clients wait for it, and lose nothing.
import { Client } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../packages/core/test/support/postgres-server.mjs'
import { checkRuns } from './workers/check-runs.js'
import { Steps } from './workers/steps.js'
import { pause, WorkerProcesses } from './workers/worker-processes.js'

let server: PostgresServer
let workers: WorkerProcesses

beforeEach(async () => {
  server = await startPostgresServer({ binaries: process.env['FOLIOT_TEST_POSTGRES_15_BINARIES'] ?? '' })
  await migrate({ database: server.url })
  workers = await WorkerProcesses.create(server.url)
})

afterEach(async () => {
  workers.end()
  await server.stop()
})

test('an outage of ten seconds under load loses nothing, ends no process and does nothing recorded again', async () => {
  const children = await Promise.all([workers.startReady(), workers.startReady()])
  await using client = await Client.connect({ database: server.url })
  const start = (index: number) => client.start(Steps, { workflowId: workers.workflowId(index), args: [1_000] })
  const started = await Promise.all(Array.from({ length: 150 }, (_, index) => start(index)))
  await pause(150)
  const away = server.restart({ downMs: 10_000 })
  await pause(1_000)
  // Asked for while nobody answers.
  const late = Promise.all(Array.from({ length: 10 }, (_, index) => start(1_000 + index)))
  await away
  const backAt = Date.now()
  started.push(...(await late))
  const results = await Promise.all(started.map((run) => run.result({ timeout: '60 seconds' })))
  process.stdout.write(`outage: all runs ended ${Date.now() - backAt} ms after the server was back\n`)
  expect(results.every((result) => result === 5)).toBe(true)
  expect(children.map(({ exitCode, signalCode }) => [exitCode, signalCode])).toEqual([
    [null, null],
    [null, null],
  ])
  await checkRuns(started, workers.attempts())
})
