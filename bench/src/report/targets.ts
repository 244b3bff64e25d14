// What Foliot's figures are to reach, and how far they may go. Ratios are to the best peer of the same run.

export interface Target {
  readonly case: string
  readonly metric: string
  readonly says: string
  /** A bound on Foliot's median, or on its advantage over the best peer. */
  readonly of: 'median' | 'advantage'
  readonly direction: 'at-least' | 'at-most'
  readonly bound: number
  readonly aim?: number
}

export const targets: readonly Target[] = [
  {
    case: 'one-step-drain',
    metric: 'runsPerSecond',
    says: 'one-step drain against the best peer',
    of: 'advantage',
    direction: 'at-least',
    bound: 10,
    aim: 20,
  },
  {
    case: 'one-step-live',
    metric: 'runsPerSecond',
    says: 'one-step live against the best peer',
    of: 'advantage',
    direction: 'at-least',
    bound: 3,
    aim: 5,
  },
  {
    case: 'ten-steps',
    metric: 'stepsPerSecond',
    says: 'steps a second',
    of: 'median',
    direction: 'at-least',
    bound: 10_000,
    aim: 20_000,
  },
  {
    case: 'lone-run',
    metric: 'p50Ms',
    says: 'a lone ten-step run, p50 ms',
    of: 'median',
    direction: 'at-most',
    bound: 15,
  },
  {
    case: 'sleepers',
    metric: 'p99Ms',
    says: 'lateness of sleepers, p99 ms',
    of: 'median',
    direction: 'at-most',
    bound: 10,
    aim: 3,
  },
  {
    case: 'due-at-once',
    metric: 'seconds',
    says: '5,000 due at once, seconds',
    of: 'median',
    direction: 'at-most',
    bound: 1,
    aim: 0.5,
  },
  {
    case: 'step-cost',
    metric: 'walBytesPerStep',
    says: 'WAL bytes per step',
    of: 'median',
    direction: 'at-most',
    bound: 1_024,
  },
  { case: 'step-cost', metric: 'rowsPerStep', says: 'rows per step', of: 'median', direction: 'at-most', bound: 2.2 },
  {
    case: 'idle-worker',
    metric: 'statementsPerMinute',
    says: 'statements of an idle worker a minute',
    of: 'median',
    direction: 'at-most',
    bound: 65,
  },
  {
    case: 'replay',
    metric: 'eventsPerSecond',
    says: 'events replayed a second',
    of: 'median',
    direction: 'at-least',
    bound: 200_000,
  },
  {
    case: 'cached-runs',
    metric: 'bytesPerRun',
    says: 'bytes per cached run',
    of: 'median',
    direction: 'at-most',
    bound: 10_240,
  },
]
