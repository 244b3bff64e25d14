// The raw-SQL limit: how fast this server takes the design's statements when nothing else is done. No engine on this
// design can be faster, and what is missing to it is what the engine costs.
import type pg from 'pg'
import { nowMs } from '../measure/clock.js'
import { median, quantile } from '../measure/quantile.js'
import type { BenchPlan } from '../options/bench-plan.js'
import { readRawSchema } from './raw-schema.js'
import { RawStatements } from './raw-statements.js'

const batchSize = 500

export interface RawLimit {
  readonly batchSize: number
  /** Starts, claim and two commits of each run. */
  readonly oneStepRunsPerSecond: number
  /** The same without the starts, as in `drain`. */
  readonly oneStepDrainPerSecond: number
  readonly stepsPerSecond: number
  readonly walBytesPerStep: number
  readonly loneCommitP50Ms: number
  readonly loneCommitP99Ms: number
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begin = nowMs()
  await work()
  return nowMs() - begin
}

const walPosition = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`,
  )
  return Number(rows[0]?.bytes)
}

interface Repetition {
  readonly startMs: number
  readonly drainMs: number
  readonly stepMs: number
  readonly walBytes: number
}

const repeatOnce = async (client: pg.Client, raw: RawStatements, batches: number): Promise<Repetition> => {
  const startMs = await timed(async () => {
    for (let batch = 0; batch < batches; batch += 1) await raw.start(batchSize)
  })
  const drainMs = await timed(async () => {
    for (let batch = 0; batch < batches; batch += 1) {
      const runIds = await raw.claim(batchSize)
      await raw.commitFirstTurn(runIds)
      await raw.commitLastTurn(runIds, 1)
    }
  })
  await raw.start(batchSize)
  const runIds = await raw.claim(batchSize)
  await raw.commitFirstTurn(runIds)
  const walBefore = await walPosition(client)
  const stepMs = await timed(async () => {
    for (let step = 1; step <= batches; step += 1) await raw.commitStep(runIds, step)
  })
  const walBytes = (await walPosition(client)) - walBefore
  await raw.commitLastTurn(runIds, batches + 1)
  return { startMs, drainMs, stepMs, walBytes }
}

/** Measures on a connected client of a fresh database, which keeps the raw tables for the probe. */
export const measureRawLimit = async (client: pg.Client, plan: BenchPlan): Promise<RawLimit> => {
  for (const statement of readRawSchema()) await client.query(statement)
  const raw = new RawStatements(client)
  await repeatOnce(client, raw, 2)
  const repetitions: Repetition[] = []
  for (let repetition = 0; repetition < plan.rawRepetitions; repetition += 1) {
    repetitions.push(await repeatOnce(client, raw, plan.rawBatches))
  }
  await raw.start(1)
  const [lone = ''] = await raw.claim(1)
  await raw.commitFirstTurn([lone])
  const commits: number[] = []
  for (let step = 1; step <= plan.rawLoneCommits; step += 1)
    commits.push(await timed(() => raw.commitStep([lone], step)))
  await raw.commitLastTurn([lone], plan.rawLoneCommits + 1)

  const count = plan.rawBatches * batchSize
  const rate = (msOf: (repetition: Repetition) => number): number =>
    median(repetitions.map((repetition) => (count / msOf(repetition)) * 1000))
  return {
    batchSize,
    oneStepRunsPerSecond: rate(({ startMs, drainMs }) => startMs + drainMs),
    oneStepDrainPerSecond: rate(({ drainMs }) => drainMs),
    stepsPerSecond: rate(({ stepMs }) => stepMs),
    walBytesPerStep: median(repetitions.map(({ walBytes }) => walBytes / count)),
    loneCommitP50Ms: quantile(commits, 0.5),
    loneCommitP99Ms: quantile(commits, 0.99),
  }
}
