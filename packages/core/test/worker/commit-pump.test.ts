import { expect, test } from 'vitest'
import type { Turn } from '../../src/engine/turn.js'
import { CommitRefusedError } from '../../src/store/commit-refused-error.js'
import { CommitUnknownError } from '../../src/store/commit-unknown-error.js'
import { SessionLostError } from '../../src/store/session-lost-error.js'
import type { Store } from '../../src/store/store.js'
import type { CommitEntry, CommitReply, WorkerSession } from '../../src/store/worker-session.js'
import { CommitPump } from '../../src/worker/commit-pump.js'
import { ManualClock } from '../support/manual-clock.js'

const turn = (runId: string, latestFireAt?: number): Turn => ({
  runId,
  baseSeq: 4,
  events: [{ seq: 5, type: 'TimerFired', recordedAt: 1, data: '{"timerId":"1"}' }],
  timersOpened: [],
  timersClosed: [],
  activitiesClosed: [],
  nextTimerAt: null,
  openActivities: 0,
  ...(latestFireAt === undefined ? {} : { latestFireAt }),
})

const entry = (runId: string, latestFireAt?: number): CommitEntry => ({
  runId,
  turn: turn(runId, latestFireAt),
  mailConsumed: 0,
  seq: 5,
  activityTasks: [],
  disposition: { type: 'hold' },
})

const setUp = (
  commit: (group: readonly string[]) => Promise<Partial<CommitReply>>,
  written = 0,
  owners: Readonly<Record<string, string>> = {},
) => {
  const clock = new ManualClock()
  const groups: string[][] = []
  const heard: string[] = []
  const session = {
    workerId: 'me',
    commit: async (entries: readonly CommitEntry[]) => {
      const group = entries.map(({ runId }) => runId)
      groups.push(group)
      return { outcome: 'committed', now: 7, newMail: [], ...(await commit(group)) }
    },
  } as unknown as WorkerSession
  const store = {
    readHistory: async () => Array(written).fill(null),
    now: async () => 9,
    describeRuns: async (runs: readonly { runId: string }[]) => runs.map(({ runId }) => ({ owner: owners[runId] })),
  } as unknown as Store
  const pump = new CommitPump({
    store,
    session,
    clock,
    maxGroup: 3,
    listener: {
      onCommitted: (entries, newMail) =>
        heard.push(...entries.map(({ runId }) => `committed ${runId}${newMail.has(runId) ? ', new mail' : ''}`)),
      onRefused: ({ runId }) => heard.push(`refused ${runId}`),
      onOutrun: ({ runId }) => heard.push(`outrun ${runId}`),
      onSessionLost: () => heard.push('lost'),
      onEarly: (now) => heard.push(`early ${now}`),
      onTrouble: () => heard.push('trouble'),
    },
  })
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 20; round++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (pump.busy) clock.advance(5_000)
    }
  }
  return { pump, groups, heard, settle }
}

test('entries that gather during a commit share the next one, up to the limit', async () => {
  const { pump, groups, settle } = setUp(async () => ({}))
  pump.submit(entry('a'))
  await Promise.resolve()
  for (const runId of ['b', 'c', 'd', 'e']) pump.submit(entry(runId))
  await settle()
  expect(groups).toEqual([['a'], ['b', 'c', 'd'], ['e']])
})

test('a run that continues as new goes alone, and hears when it was outrun by mail', async () => {
  const { pump, groups, heard, settle } = setUp(async (group) => (group.includes('c') ? { outcome: 'outrun' } : {}))
  const continuing = (runId: string): CommitEntry => {
    const closing = { type: 'continued-as-new', newRunId: 'n', args: '[]', signals: [] } as const
    const known = entry(runId)
    return { ...known, turn: { ...known.turn!, closing } }
  }
  for (const each of [entry('a'), entry('b'), continuing('c'), continuing('d'), entry('e')]) pump.submit(each)
  await settle()
  expect(groups).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
  expect(heard).toEqual(['committed a', 'committed b', 'outrun c', 'committed d', 'committed e'])
})

test('a refused group is tried one by one, and only the guilty entry is refused', async () => {
  const { pump, heard, settle } = setUp(async (group) => {
    if (group.includes('bad')) throw new CommitRefusedError('event 5 is taken')
    return {}
  })
  for (const runId of ['a', 'bad', 'c']) pump.submit(entry(runId))
  await settle()
  expect(heard).toEqual(['committed a', 'refused bad', 'committed c'])
})

test('a commit with an unknown outcome is written again only if its history isn’t there', async () => {
  for (const written of [0, 1]) {
    let tries = 0
    const { pump, groups, heard, settle } = setUp(async () => {
      if (tries++ === 0) throw new CommitUnknownError()
      return {}
    }, written)
    pump.submit(entry('a'))
    await settle()
    expect(groups).toHaveLength(written === 0 ? 2 : 1)
    expect(heard).toEqual(['trouble', 'committed a'])
  }
})

test('a run that is still owned after a commit with an unknown outcome, which was to park it, has new mail', async () => {
  let tries = 0
  const answer = async (): Promise<Partial<CommitReply>> => {
    if (tries++ === 0) throw new CommitUnknownError()
    return {}
  }
  const { pump, heard, settle } = setUp(answer, 1, { a: 'me', b: 'somebody' })
  for (const runId of ['a', 'b', 'c']) pump.submit({ ...entry(runId), disposition: { type: 'park', wakeAt: null } })
  await settle()
  expect(heard).toEqual(['trouble', 'committed a, new mail', 'committed b', 'committed c'])
})

test('a group that came too early waits for the database’s clock and goes again', async () => {
  let tries = 0
  const { pump, heard, groups, settle } = setUp(async () => (tries++ === 0 ? { outcome: 'early', now: 100 } : {}))
  pump.submit(entry('a', 150))
  await settle()
  expect(heard).toEqual(['early 100', 'committed a'])
  expect(groups).toHaveLength(2)
})

test('a lost session is reported and nothing is tried again', async () => {
  const { pump, heard, groups, settle } = setUp(async () => {
    throw new SessionLostError('w')
  })
  pump.submit(entry('a'))
  await settle()
  expect(heard).toEqual(['lost'])
  expect(groups).toHaveLength(1)
})
