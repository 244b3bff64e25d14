// Workers that stop for longer than their lease and then go on, as a paused machine does, on a real Postgres.
import { Client } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRuns } from './workers/check-runs.js'
import { Steps } from './workers/steps.js'
import { pause, WorkerProcesses } from './workers/worker-processes.js'

const database = process.env['FOLIOT_TEST_POSTGRES_15'] ?? ''
const lease = '3 seconds'

let workers: WorkerProcesses

beforeEach(async () => {
  await migrate({ database })
  workers = await WorkerProcesses.create(database)
})

afterEach(() => workers.end())

test('a worker that wakes from a pause longer than its lease changes nothing that went to others, and works again', async () => {
  const zombie = await workers.startReady({ lease })
  await using client = await Client.connect({ database })
  const start = (name: string) => client.start(Steps, { workflowId: workers.workflowId(name) })
  const caught = await Promise.all(Array.from({ length: 200 }, (_, index) => start(`${index}`)))
  // In the midst of them: some are claimed, some have activities under way, some sleep.
  await pause(100)
  zombie.kill('SIGSTOP')
  const other = await workers.startReady({ lease })
  const results = await Promise.all(caught.map((run) => run.result({ timeout: '60 seconds' })))
  expect(results.every((result) => result === 5)).toBe(true)
  const histories = await Promise.all(caught.map((run) => run.history()))
  expect(workers.attempts().some(({ processId }) => processId === other.pid)).toBe(true)

  zombie.kill('SIGCONT')
  await pause(3_000)
  expect(await Promise.all(caught.map((run) => run.history()))).toEqual(histories)
  // The pause may have come between the beginning of one attempt and its first line.
  await checkRuns(caught, workers.attempts(), 1)

  other.kill('SIGKILL')
  const again = await start('again')
  expect(await again.result({ timeout: '30 seconds' })).toBe(5)
  const doneBy = workers.attempts().filter(({ runId }) => runId === again.runId)
  expect(doneBy.every(({ processId }) => processId === zombie.pid)).toBe(true)
})
