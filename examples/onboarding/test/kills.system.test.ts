// Worker processes that are killed with SIGKILL, on a real Postgres.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflows } from '@foliot/compiler-plugin'
import { Client } from '@foliot/core/client'
import { InThreadHost } from '@foliot/core/internal'
import { migrate } from '@foliot/core/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Steps } from './crash/steps.js'

const database = process.env['FOLIOT_TEST_POSTGRES_15'] ?? ''
const kills = process.env['FOLIOT_FULL'] === undefined ? 15 : 50
const runs = 100

interface Attempt {
  readonly runId: string
  readonly activityId: string
  readonly attempt: number
  readonly at: number
}

let folder: string
let processes: Set<ChildProcess>
let schema = 0

const startWorker = (): ChildProcess => {
  const script = fileURLToPath(new URL('./crash/worker-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, database, join(folder, 'bundle'), join(folder, 'attempts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  processes.add(child)
  child.on('exit', () => processes.delete(child))
  return child
}

const attempts = (): readonly Attempt[] =>
  readFileSync(join(folder, 'attempts'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Attempt)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), `foliot-crash-${schema++}-`))
  processes = new Set()
  await migrate({ database })
  const workflowsPath = new URL('./crash/steps.ts', import.meta.url)
  await bundleWorkflows({ workflowsPath, outdir: join(folder, 'bundle') })
})

afterEach(() => {
  for (const child of processes) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test(
  'runs survive the SIGKILL of their workers: all complete, nothing recorded is done again, no timer fires early or twice',
  { timeout: 240_000 },
  async () => {
    // A seed makes the moments of the kills the same again.
    let seed = Number(process.env['FOLIOT_SEED'] ?? Date.now() % 1_000_000)
    process.stdout.write(`crash test: ${kills} kills, seed ${seed}\n`)
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const workers = [startWorker(), startWorker()]
    await using client = await Client.connect({ database })
    while ((await client.bundles.register(join(folder, 'bundle'))) === undefined) await pause(50)
    const started = await Promise.all(
      Array.from({ length: runs }, (_, index) => client.start(Steps, { workflowId: `${folder}-${index}`, args: [] })),
    )
    for (let kill = 0; kill < kills; kill++) {
      await pause(200 + random() * 900)
      const victim = Math.floor(random() * workers.length)
      workers[victim]?.kill('SIGKILL')
      workers[victim] = startWorker()
      if (kill % 5 === 4) {
        const more = await client.start(Steps, { workflowId: `${folder}-more-${kill}`, args: [] })
        started.push(more)
      }
    }
    const results = await Promise.all(started.map((run) => run.result({ timeout: '90 seconds' })))
    expect(results.every((result) => result === 5)).toBe(true)

    const log = attempts()
    const sandbox = new InThreadHost()
    const { bundle } = await bundleWorkflows({ workflowsPath: new URL('./crash/steps.ts', import.meta.url) })
    await sandbox.loadBundle(bundle)
    for (const run of started) {
      const history = await run.history()
      const fired = history.filter(({ type }) => type === 'TimerFired')
      const timers = history.filter(({ type }) => type === 'TimerStarted')
      expect(fired).toHaveLength(timers.length)
      const fireAt = Date.parse((timers[0]?.data as { fireAt: string }).fireAt)
      expect(fired[0]?.recordedAt.getTime()).toBeGreaterThanOrEqual(fireAt)
      for (const event of history.filter(({ type }) => type === 'ActivityCompleted')) {
        const { activityId } = event.data as { activityId: string }
        const later = log.filter(
          (attempt) =>
            attempt.runId === run.runId &&
            attempt.activityId === activityId &&
            attempt.at > event.recordedAt.getTime() + 100,
        )
        expect(later).toEqual([])
      }
      const events = history.map(({ seq, type, recordedAt, data }) => ({
        seq,
        type: type as 'RunStarted',
        recordedAt: recordedAt.getTime(),
        data: JSON.stringify(data),
      }))
      const task = { runId: run.runId, bundle: bundle.hash, seq: events.length, history: events, now: 0, inputs: [] }
      const [answer] = await sandbox.execute([task])
      expect(answer?.type, JSON.stringify(answer)).toBe('turn')
      sandbox.drop([run.runId])
    }
    await sandbox.close()
  },
)

test('a run whose worker is killed in mid-sleep goes on at its time with another', { timeout: 60_000 }, async () => {
  const first = startWorker()
  startWorker()
  await using client = await Client.connect({ database })
  await client.bundles.register(join(folder, 'bundle'))
  await pause(2_500)
  const run = await client.start(Steps, { workflowId: `${folder}-sleep`, args: [] })
  for await (const event of run.watch()) if (event.type === 'run:sleeping') break
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
