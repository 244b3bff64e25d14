// How much of each case is run: full, and `--quick`. A contender's run counts are sized so that the clock runs for one
// to three seconds; a rate doesn't depend on them, and the counts stand in the JSON file.

export interface BenchPlan {
  readonly name: 'full' | 'quick'
  readonly rounds: number
  /** After this time nothing begins but what Foliot has not been measured in at all. */
  readonly budgetMs: number
  /** A single measurement that takes longer is a failure. */
  readonly measurementTimeoutMs: number
  readonly probeMs: number
  /** Of one-step runs, and again of ten-step runs. */
  readonly warmUpMs: number
  readonly rawBatches: number
  readonly rawRepetitions: number
  readonly rawLoneCommits: number
  readonly drainSeconds: number
  readonly callers: number
  readonly liveMs: number
  readonly loneRuns: number
  readonly loneMs: number
  readonly sleepers: number
  readonly sleepMs: number
  readonly dueAtOnce: number
  /** The slower ones have fewer, and are compared by the rate. */
  readonly peersDueAtOnce: number
  /** Whether the peers take part in cases whose figures aren't compared as ratios. */
  readonly peersInAbsoluteCases: boolean
  readonly stepCostSeconds: number
  readonly idleSettleMs: number
  readonly idleMs: number
  readonly replayEvents: number
  readonly cachedRuns: number
}

export const fullPlan: BenchPlan = {
  name: 'full',
  rounds: 3,
  budgetMs: 12 * 60_000,
  measurementTimeoutMs: 90_000,
  probeMs: 250,
  warmUpMs: 700,
  rawBatches: 20,
  rawRepetitions: 3,
  rawLoneCommits: 500,
  drainSeconds: 2,
  callers: 32,
  liveMs: 5_000,
  loneRuns: 200,
  loneMs: 6_000,
  sleepers: 200,
  sleepMs: 2_000,
  dueAtOnce: 5_000,
  peersDueAtOnce: 1_000,
  peersInAbsoluteCases: true,
  stepCostSeconds: 0.5,
  idleSettleMs: 5_000,
  idleMs: 60_000,
  replayEvents: 60_000,
  cachedRuns: 5_000,
}

export const quickPlan: BenchPlan = {
  ...fullPlan,
  name: 'quick',
  rounds: 1,
  budgetMs: 130_000,
  measurementTimeoutMs: 45_000,
  probeMs: 150,
  warmUpMs: 350,
  rawBatches: 6,
  rawRepetitions: 1,
  rawLoneCommits: 200,
  drainSeconds: 0.7,
  liveMs: 2_000,
  loneRuns: 60,
  loneMs: 2_000,
  peersInAbsoluteCases: false,
  stepCostSeconds: 0.2,
  idleSettleMs: 2_000,
  idleMs: 15_000,
  replayEvents: 20_000,
  cachedRuns: 1_000,
}
