// Workers whose clocks and time zones are wrong, each in another way: time is the database's. TRAPS 5
import { Client } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRuns } from './workers/check-runs.js'
import { Steps } from './workers/steps.js'
import { WorkerProcesses } from './workers/worker-processes.js'

const database = process.env['FOLIOT_TEST_POSTGRES_15'] ?? ''
const hourMs = 3_600_000
const sleepMs = 4_000

let workers: WorkerProcesses

beforeEach(async () => {
  await migrate({ database })
  workers = await WorkerProcesses.create(`${database}?options=-c%20timezone%3DAsia/Kolkata`)
})

afterEach(() => workers.end())

test('clocks that are an hour off, and any time zone of process or database, move no timer', async () => {
  const ahead = await workers.startReady({ skewMs: hourMs, timeZone: 'Pacific/Kiritimati' })
  await using client = await Client.connect({ database })
  const before = Date.now()
  const started = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      client.start(Steps, { workflowId: workers.workflowId(index), args: [sleepMs] }),
    ),
  )
  for (const run of started) for await (const event of run.watch()) if (event.type === 'run:sleeping') break
  // Armed by a clock that is fast, fired by one that is slow.
  const behind = await workers.startReady({ skewMs: -hourMs, timeZone: 'America/St_Johns' })
  ahead.kill('SIGKILL')
  const results = await Promise.all(started.map((run) => run.result({ timeout: '60 seconds' })))
  const after = Date.now()
  expect(results.every((result) => result === 5)).toBe(true)
  const attempts = workers.attempts()
  await checkRuns(started, attempts)

  const lateness: number[] = []
  for (const run of started) {
    const history = await run.history()
    for (const { recordedAt } of history) {
      expect(recordedAt.getTime()).toBeGreaterThan(before - 1_000)
      expect(recordedAt.getTime()).toBeLessThan(after + 1_000)
    }
    const timer = history.find(({ type }) => type === 'TimerStarted')
    const fireAt = Date.parse((timer?.data as { fireAt: string }).fireAt)
    expect(fireAt - (timer?.recordedAt.getTime() ?? 0)).toBe(sleepMs)
    const fired = history.find(({ type }) => type === 'TimerFired')
    lateness.push((fired?.recordedAt.getTime() ?? 0) - fireAt)
  }
  process.stdout.write(`skewed clocks: timers fired at most ${Math.max(...lateness)} ms late\n`)
  expect(Math.max(...lateness)).toBeLessThan(2_000)
  const pids = (name: string) => new Set(attempts.filter((each) => each.name === name).map((each) => each.processId))
  expect([pids('before-0'), pids('a')]).toEqual([new Set([ahead.pid]), new Set([behind.pid])])
})
