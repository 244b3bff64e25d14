// Worker processes that are killed with SIGKILL, on a real Postgres.
import { Client } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRuns } from './workers/check-runs.js'
import { Hangs, Steps } from './workers/steps.js'
import { pause, WorkerProcesses } from './workers/worker-processes.js'

const database = process.env['FOLIOT_TEST_POSTGRES_15'] ?? ''
const kills = process.env['FOLIOT_FULL'] === undefined ? 15 : 50
const runs = 100

let workers: WorkerProcesses

beforeEach(async () => {
  await migrate({ database })
  workers = await WorkerProcesses.create(database)
})

afterEach(() => workers.end())

test(
  'runs survive the SIGKILL of their workers: all complete, nothing recorded is done again, no timer fires early or twice',
  { timeout: 240_000 },
  async () => {
    // A seed makes the moments of the kills the same again.
    let seed = Number(process.env['FOLIOT_SEED'] ?? Date.now() % 1_000_000)
    process.stdout.write(`crash test: ${kills} kills, seed ${seed}\n`)
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const children = [workers.start(), workers.start()]
    await using client = await Client.connect({ database })
    await client.bundles.register(workers.bundle)
    const start = (name: string) => client.start(Steps, { workflowId: workers.workflowId(name) })
    const started = await Promise.all(Array.from({ length: runs }, (_, index) => start(`${index}`)))
    for (let kill = 0; kill < kills; kill++) {
      await pause(200 + random() * 900)
      const victim = Math.floor(random() * children.length)
      children[victim]?.kill('SIGKILL')
      children[victim] = workers.start()
      if (kill % 5 === 4) started.push(await start(`more-${kill}`))
    }
    const results = await Promise.all(
      started.map((run) =>
        run.result({ timeout: '90 seconds' }).catch(async () => JSON.stringify(await run.describe())),
      ),
    )
    expect(results.filter((result) => result !== 5)).toEqual([])
    await checkRuns(started, workers.attempts())
  },
)

test('a run whose worker is killed in mid-sleep goes on at its time with another', { timeout: 60_000 }, async () => {
  const first = await workers.startReady()
  await using client = await Client.connect({ database })
  const run = await client.start(Steps, { workflowId: workers.workflowId('sleep'), args: [1_500] })
  for await (const event of run.watch()) if (event.type === 'run:sleeping') break
  await workers.startReady()
  first.kill('SIGKILL')
  expect(await run.result({ timeout: '30 seconds' })).toBe(5)
  const history = await run.history()
  const fired = history.find(({ type }) => type === 'TimerFired')
  const fireAt = Date.parse((history.find(({ type }) => type === 'TimerStarted')?.data as { fireAt: string }).fireAt)
  const lateness = (fired?.recordedAt.getTime() ?? 0) - fireAt
  process.stdout.write(`killed in mid-sleep: fired ${lateness} ms after its time\n`)
  expect(lateness).toBeGreaterThanOrEqual(0)
  expect(lateness).toBeLessThan(4_000)
})

test('what a killed worker was at goes on elsewhere within two seconds', { timeout: 60_000 }, async () => {
  const first = await workers.startReady({ lease: '5 seconds' })
  await using client = await Client.connect({ database })
  const started = await Promise.all(
    Array.from({ length: 20 }, (_, index) => client.start(Hangs, { workflowId: workers.workflowId(index) })),
  )
  for (const { runId } of started) await workers.untilAttempt((attempt) => attempt.runId === runId)
  await workers.startReady({ lease: '5 seconds' })
  const killedAt = Date.now()
  first.kill('SIGKILL')
  const results = await Promise.all(started.map((run) => run.result({ timeout: '30 seconds' })))
  expect(results.every((result) => result === 'hang')).toBe(true)
  const second = workers.attempts().filter(({ attempt }) => attempt === 2)
  expect(second).toHaveLength(started.length)
  const waits = second.map(({ at }) => at - killedAt)
  process.stdout.write(`after SIGKILL: the next attempts began ${Math.round(Math.max(...waits))} ms later\n`)
  expect(Math.max(...waits)).toBeLessThan(2_000)
})
