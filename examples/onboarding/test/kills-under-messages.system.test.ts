// Worker processes that are killed with SIGKILL while their runs are sent signals and updates, and start children.
import { Client, type StartedRun } from '@foliot/core/client'
import { migrate } from '@foliot/core/postgres'
import { expect, test } from 'vitest'
import { Ledger, type LedgerTotals } from './workers/ledger.js'
import { replayRuns } from './workers/replay-runs.js'
import { pause, WorkerProcesses } from './workers/worker-processes.js'

const database = process.env['FOLIOT_TEST_POSTGRES_15'] ?? ''
const kills = process.env['FOLIOT_FULL'] === undefined ? 12 : 50
const runs = 40
const signals = 30
const updates = 8
const children = 6

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Sends everything twice, one after the other, over about the time given. */
const load = async (run: StartedRun<LedgerTotals>, random: () => number, overMs: number): Promise<number[]> => {
  const answers: Promise<readonly [number, number]>[] = []
  for (const value of upTo(signals)) {
    await pause(random() * 2 * (overMs / signals))
    const signal = () => run.signal('note', { args: [value], idempotencyKey: `note-${value}` })
    await signal()
    if (value < updates) {
      const update = () => run.update<number>('double', { args: [value], idempotencyKey: `double-${value}` })
      answers.push(Promise.all([update(), pause(random() * 500).then(update)]))
    }
    await signal()
  }
  const answered = await Promise.all(answers)
  for (const [first, second] of answered) expect(second).toBe(first)
  await run.signal('finish', { idempotencyKey: 'finish' })
  return answered.map(([first]) => first)
}

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Nothing that was sent or asked for is lost, done twice, or out of order. */
const checkLedger = async (
  run: StartedRun<LedgerTotals>,
  answers: readonly number[],
  client: Client,
): Promise<void> => {
  const totals = await run.result({ timeout: '90 seconds' })
  expect(totals.signals).toEqual(upTo(signals))
  expect([...totals.updates].sort((a, b) => a - b)).toEqual(upTo(updates))
  expect(answers).toEqual(upTo(updates).map((value) => value * 2))
  expect(totals.children).toEqual(upTo(children).map((index) => `entry-${index}`))
  const history = await run.history()
  const idsOf = (type: string, id: string) =>
    history.flatMap((event) =>
      event.type === type ? [String((event.data as unknown as Record<string, unknown>)[id])] : [],
    )
  for (const type of ['UpdateAccepted', 'UpdateCompleted']) {
    expect([...countBy(idsOf(type, 'updateId')).values()]).toEqual(upTo(updates).map(() => 1))
  }
  expect([...countBy(idsOf('ChildCompleted', 'childId')).values()]).toEqual(upTo(children).map(() => 1))
  for (const index of upTo(children)) {
    const { runs: started } = await client.list({ workflowId: `${run.workflowId}/${index}` })
    expect(started).toHaveLength(1)
  }
}

test(
  'runs survive the SIGKILL of their workers under messages: all end, each keyed signal counts once, each update is answered once',
  { timeout: 240_000 },
  async () => {
    await migrate({ database })
    const workers = await WorkerProcesses.create(database, 'ledger.ts')
    try {
      // A seed makes the moments of the kills the same again.
      let seed = Number(process.env['FOLIOT_SEED'] ?? Date.now() % 1_000_000) + 1
      process.stdout.write(`crash test under messages: ${kills} kills, seed ${seed - 1}\n`)
      const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
      const processes = [await workers.startReady(), await workers.startReady()]
      await using client = await Client.connect({ database })
      const started = await Promise.all(
        upTo(runs).map((index) => client.start(Ledger, { workflowId: workers.workflowId(index), args: [children] })),
      )
      const loading = Promise.all(started.map((run) => load(run, random, kills * 650)))
      for (let kill = 0; kill < kills; kill++) {
        await pause(200 + random() * 900)
        const victim = Math.floor(random() * processes.length)
        processes[victim]?.kill('SIGKILL')
        processes[victim] = workers.start()
      }
      const answers = await loading
      await Promise.all(started.map((run, index) => checkLedger(run, answers[index] ?? [], client)))
      await replayRuns(started, new URL('./workers/ledger.ts', import.meta.url))
    } finally {
      workers.end()
    }
  },
)
