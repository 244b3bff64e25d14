// The values that contract tests start from; each test changes what it is about.
import type { Bundle } from '../../../src/authoring/bundle.js'
import { newUuid } from '../../../src/base/new-uuid.js'
import type { OpenActivity, Turn } from '../../../src/engine/turn.js'
import type { FrozenActivityOptions } from '../../../src/history/frozen-activity-options.js'
import type { EventType } from '../../../src/history/event-type.js'
import type { HistoryEvent } from '../../../src/history/history-event.js'
import type { RunStart } from '../../../src/store/run-start.js'
import type { Store } from '../../../src/store/store.js'
import type {
  ClaimedRun,
  CommitEntry,
  NewActivityTask,
  TickReply,
  TickRequest,
  WorkerRegistration,
  WorkerSession,
} from '../../../src/store/worker-session.js'

export const bundleHash = (digit: string): string => digit.repeat(64)

export const bundleOf = (digit: string, types: readonly string[]): Bundle => ({
  hash: bundleHash(digit),
  code: `var __foliot_bundle = ${digit}`,
  map: '{"version":3}',
  manifest: {
    format: 1,
    protocol: 1,
    runtime: '0.1.0',
    mapHash: bundleHash('e'),
    workflows: types.map((type) => ({
      type,
      className: 'Order',
      file: 'src/order.ts',
      hash: bundleHash('f'),
      activities: [],
      calendars: [],
    })),
  },
})

let count = 0
const unique = (prefix: string): string => `${prefix}-${(count += 1)}`

export const startOf = (changes: Partial<RunStart> = {}): RunStart => ({
  runId: newUuid(),
  workflowId: unique('order'),
  workflowType: 'Order',
  taskQueue: 'default',
  priority: 3,
  args: '[{"n":1}]',
  conflict: 'fail',
  reuse: 'allow',
  ...changes,
})

export const workerOf = (changes: Partial<WorkerRegistration> = {}): WorkerRegistration => ({
  workerId: unique('worker'),
  taskQueues: ['default'],
  activities: ['charge'],
  leaseMs: 15_000,
  engineVersion: 1,
  host: 'test',
  processId: process.pid,
  ...changes,
})

export const openWorker = (store: Store, changes: Partial<WorkerRegistration> = {}): Promise<WorkerSession> =>
  store.openSession(workerOf(changes))

export const tickRequest: TickRequest = { runs: { limit: 100, aheadMs: 0 }, activityLimit: 100 }
export const idleTick: TickRequest = { runs: { limit: 0, aheadMs: 0 }, activityLimit: 0 }

/** Ticks until `done`, as a worker does every second: what died is found by one tick and freed by the next. */
export const tickUntil = async (
  session: WorkerSession,
  request: TickRequest,
  done: (reply: TickReply) => boolean,
): Promise<TickReply> => {
  for (let i = 0; i < 5; i++) {
    const reply = await session.tick(request)
    if (done(reply)) return reply
  }
  throw new Error('Five ticks brought nothing.')
}

export const eventOf = (seq: number, type: EventType, recordedAt: number, data: object = {}): HistoryEvent => ({
  seq,
  type,
  recordedAt,
  data: JSON.stringify(data),
})

export const turnOf = (runId: string, events: readonly HistoryEvent[], changes: Partial<Turn> = {}): Turn => ({
  runId,
  baseSeq: (events[0]?.seq ?? 1) - 1,
  events,
  timersOpened: [],
  timersClosed: [],
  activitiesClosed: [],
  nextTimerAt: null,
  openActivities: 0,
  ...changes,
})

export const entryOf = (runId: string, changes: Partial<CommitEntry> = {}): CommitEntry => ({
  runId,
  mailConsumed: 0,
  seq: changes.turn?.events[changes.turn.events.length - 1]?.seq ?? 0,
  activityTasks: [],
  disposition: { type: 'hold' },
  ...changes,
})

/** The entry of a run's first turn, which waits for what it has asked for. */
export const firstEntry = (run: ClaimedRun, now: number, changes: Partial<CommitEntry> = {}): CommitEntry =>
  entryOf(run.runId, {
    turn: turnOf(run.runId, [eventOf(1, 'RunStarted', now), eventOf(2, 'TimerStarted', now)]),
    pin: { bundle: run.bundle, startedAt: now },
    seq: 2,
    ...changes,
  })

export const closingEntry = (
  runId: string,
  seq: number,
  now: number,
  changes: Partial<CommitEntry> = {},
): CommitEntry =>
  entryOf(runId, {
    turn: turnOf(runId, [eventOf(seq, 'RunCompleted', now, { result: 'done' })], {
      closing: { type: 'completed', result: '"done"' },
    }),
    seq,
    disposition: { type: 'close' },
    ...changes,
  })

export interface Claimed {
  readonly run: ClaimedRun
  readonly now: number
}

/** Starts a run and claims it. */
export const startClaimed = async (
  store: Store,
  session: WorkerSession,
  changes: Partial<RunStart> = {},
): Promise<Claimed> => {
  const start = startOf(changes)
  await store.startRuns([start])
  const { runs, now } = await session.claimRuns({ limit: 100, aheadMs: 0 })
  const run = runs.find(({ runId }) => runId === start.runId)
  if (run === undefined) throw new Error('The run that was started was not claimed.')
  return { run, now }
}

/** Starts a run that has had its first turn and is parked until `wakeAt`. */
export const startParked = async (
  store: Store,
  session: WorkerSession,
  wakeAt: number | null = null,
): Promise<Claimed> => {
  const claimed = await startClaimed(store, session)
  await session.commit([firstEntry(claimed.run, claimed.now, { disposition: { type: 'park', wakeAt } })])
  return claimed
}

export const activityOptions: FrozenActivityOptions = {
  priority: 3,
  startToCloseMs: 60_000,
  retry: {
    initialIntervalMs: 1_000,
    backoffCoefficient: 2,
    maximumIntervalMs: 100_000,
    maximumAttempts: 0,
    nonRetryableErrors: [],
  },
}

export const activityOf = (scheduledAt: number, changes: Partial<OpenActivity> = {}): OpenActivity => ({
  activityId: '1',
  name: 'charge',
  args: '[{"amount":5}]',
  options: activityOptions,
  scheduledAt,
  ...changes,
})

export const taskOf = (activity: OpenActivity, changes: Partial<NewActivityTask> = {}): NewActivityTask => ({
  activity,
  attempt: 1,
  dueAt: activity.scheduledAt,
  taskQueue: 'default',
  ...changes,
})
