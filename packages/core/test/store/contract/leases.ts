// Who may write: a worker with its row, and nobody else.
import { describe, expect, it } from 'vitest'
import { SessionLostError } from '../../../src/store/session-lost-error.js'
import type { WorkerSession } from '../../../src/store/worker-session.js'
import {
  bundleHash,
  bundleOf,
  closingEntry,
  entryOf,
  eventOf,
  firstEntry,
  idleTick,
  openWorker,
  startClaimed,
  startOf,
  tickRequest,
  tickUntil,
  turnOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const claimAll = { limit: 100, aheadMs: 0 }

const everything = (session: WorkerSession, runId: string): readonly (() => Promise<unknown>)[] => [
  () => session.tick(tickRequest),
  () => session.claimRuns(claimAll),
  () => session.readMail([{ runId, afterMail: 0 }]),
  () => session.readHistories([runId]),
  () => session.commit([closingEntry(runId, 1, 0)]),
  () => session.claimActivities(1),
  () =>
    session.settleActivities([
      { type: 'result', runId, activityId: '1', claim: '1', message: { runId, kind: 'activity-result', data: '{}' } },
    ]),
  () =>
    session.settleActivities([
      { type: 'retry', runId, activityId: '1', claim: '1', attempt: 2, dueAt: 0, lastFailure: '{}' },
    ]),
  () => session.heartbeatActivities([{ runId, activityId: '1', claim: '1' }]),
]

export const describeLeases = (under: StoreUnderTest): unknown =>
  describe('leases', () => {
    it('are renewed by ticks', async () => {
      const session = await openWorker(under.store, { leaseMs: 10_000 })
      const other = await openWorker(under.store, { leaseMs: 24 * 3_600_000 })
      for (let i = 0; i < 4; i++) {
        await under.advance(8_000)
        await session.tick(idleTick)
        expect((await other.tick(idleTick)).deadWorkers).toEqual([])
      }
    })

    it('that ran out free the worker’s runs for others', async () => {
      const doomed = await openWorker(under.store, { leaseMs: 10_000 })
      const { run, now } = await startClaimed(under.store, doomed)
      await doomed.commit([firstEntry(run, now)])
      await under.advance(10_001)
      const session = await openWorker(under.store)
      const found = await session.tick(tickRequest)
      expect(found.deadWorkers).toEqual([doomed.workerId])
      const { runs } = found.runs.length > 0 ? found : await tickUntil(session, tickRequest, (r) => r.runs.length > 0)
      expect(runs).toMatchObject([{ runId: run.runId, seq: null, takeovers: 1, activitiesLost: true }])
      expect(runs[0]?.args).toBeUndefined()
    })

    it('that run out leave a run on the bundle that it was started on', async () => {
      const doomed = await openWorker(under.store, { leaseMs: 10_000 })
      const { run, now } = await startClaimed(under.store, doomed)
      await doomed.commit([firstEntry(run, now)])
      const waiting = startOf()
      await under.store.startRuns([waiting])
      await doomed.claimRuns(claimAll)
      await under.store.registerBundle(bundleOf('b', ['Order']))
      await under.advance(10_001)
      const session = await openWorker(under.store)
      const claimed = [...(await session.tick(tickRequest)).runs]
      if (claimed.length < 2) claimed.push(...(await session.tick(tickRequest)).runs)
      const [pinned, fresh] = [run.runId, waiting.runId].map((id) => claimed.find(({ runId }) => runId === id))
      expect(pinned).toMatchObject({ bundle: bundleHash('a'), currentBundle: bundleHash('b') })
      expect(pinned?.args).toBeUndefined()
      // What had no first turn isn't pinned yet.
      expect(fresh).toMatchObject({ bundle: bundleHash('b'), args: '[{"n":1}]' })
      const turn = turnOf(run.runId, [eventOf(3, 'TimerFired', now)])
      await session.commit([entryOf(run.runId, { turn, seq: 3, disposition: { type: 'park', wakeAt: null } })])
      const [record] = await under.store.describeRuns([{ runId: run.runId }])
      expect(record).toMatchObject({ status: 'running', bundle: bundleHash('a'), startedAt: now })
    })

    it('don’t hide that a run goes on: a second later everybody sees it', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now)])
      for (let i = 0; i < 2; i++) {
        await under.advance(1_000)
        await session.tick(idleTick)
      }
      const { runs } = await under.store.listRuns({ limit: 10, status: 'running' })
      expect(runs).toMatchObject([{ runId: run.runId, bundle: bundleHash('a'), startedAt: now }])
      await session.commit([closingEntry(run.runId, 3, now + 1)])
      expect((await under.store.describeRuns([{ runId: run.runId }]))[0]).toMatchObject({
        status: 'completed',
        bundle: bundleHash('a'),
        startedAt: now,
      })
    })

    // TRAPS 51
    it('once lost, take every right with them', async () => {
      const zombie = await openWorker(under.store, { leaseMs: 10_000 })
      const { run } = await startClaimed(under.store, zombie)
      await under.advance(10_001)
      const session = await openWorker(under.store)
      await session.tick(idleTick)
      for (const operation of everything(zombie, run.runId)) {
        await expect(operation()).rejects.toMatchObject({ code: SessionLostError.code })
      }
      expect(await under.store.readHistory({ runId: run.runId, afterSeq: 0 })).toEqual([])
      const [record] = await under.store.describeRuns([{ runId: run.runId }])
      expect(record?.status).toBe('pending')
      await zombie.end()
    })

    // TRAPS 59
    it('count the owners a run has lost, until one of them commits', async () => {
      const session = await openWorker(under.store, { leaseMs: 24 * 3_600_000 })
      const start = startOf()
      await under.store.startRuns([start])
      for (let takeovers = 0; takeovers < 3; takeovers++) {
        const doomed = await openWorker(under.store, { leaseMs: 1_000 })
        expect((await doomed.claimRuns(claimAll)).runs).toMatchObject([{ runId: start.runId, takeovers }])
        await under.advance(1_001)
        await tickUntil(session, idleTick, ({ freedRuns }) => freedRuns > 0)
      }
      const { runs, now } = await session.claimRuns(claimAll)
      expect(runs).toMatchObject([{ takeovers: 3, args: '[{"n":1}]', activitiesLost: true }])
      const keep = { type: 'keep', wakeAt: now } as const
      await session.commit([firstEntry(runs[0]!, now, { disposition: keep })])
      await session.commit([entryOf(start.runId, { seq: 2, disposition: { type: 'release', wakeAt: now } })])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ takeovers: 0, activitiesLost: false, seq: 2 }])
    })

    it('keep the start time of a run that was claimed ahead of it', async () => {
      const session = await openWorker(under.store)
      const startAt = (await under.store.now()) + 4_000
      await under.store.startRuns([startOf({ startAt })])
      const doomed = await openWorker(under.store, { leaseMs: 1_000 })
      expect((await doomed.claimRuns({ limit: 10, aheadMs: 5_000 })).runs).toHaveLength(1)
      await under.advance(1_001)
      await tickUntil(session, idleTick, ({ freedRuns }) => freedRuns > 0)
      expect((await session.claimRuns(claimAll)).runs).toEqual([])
      const { runs } = await session.claimRuns({ limit: 10, aheadMs: 5_000 })
      expect(runs).toMatchObject([{ wakeAt: startAt, takeovers: 1, seq: 0 }])
      await session.end()
      const next = await openWorker(under.store)
      expect((await next.claimRuns(claimAll)).nextWakeAt).toBe(startAt)
    })

    it('end with the worker, whose runs are due at once', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now)])
      await session.end()
      const next = await openWorker(under.store)
      expect((await next.claimRuns(claimAll)).runs).toMatchObject([
        { runId: run.runId, seq: null, takeovers: 0, activitiesLost: true },
      ])
      await expect(session.claimRuns(claimAll)).rejects.toMatchObject({ code: SessionLostError.code })
      await session.end()
    })

    it('go to the latest of two processes with one worker id', async () => {
      const first = await openWorker(under.store, { workerId: 'twin' })
      const { run, now } = await startClaimed(under.store, first)
      const second = await openWorker(under.store, { workerId: 'twin' })
      expect(second.epoch).toBeGreaterThan(first.epoch)
      await expect(first.commit([firstEntry(run, now)])).rejects.toMatchObject({ code: SessionLostError.code })
      const { runs } = await tickUntil(second, tickRequest, (reply) => reply.runs.length > 0)
      expect(runs).toMatchObject([{ runId: run.runId, seq: null }])
      await first.end()
      await second.tick(idleTick)
    })

    it('are fenced against a commit that races with the takeover', async () => {
      const session = await openWorker(under.store, { leaseMs: 24 * 3_600_000 })
      for (let round = 0; round < 10; round++) {
        const doomed = await openWorker(under.store, { leaseMs: 1_000 })
        const { run, now } = await startClaimed(under.store, doomed)
        await doomed.commit([firstEntry(run, now)])
        await under.advance(1_001)
        const turn = turnOf(run.runId, [eventOf(3, 'TimerFired', now)])
        const late = doomed.commit([entryOf(run.runId, { turn, seq: 3 })]).then(
          () => 3,
          () => 2,
        )
        const { runs } = await tickUntil(session, tickRequest, (reply) => reply.runs.length > 0)
        const length = await late
        const taken = runs.find(({ runId }) => runId === run.runId)
        expect(taken?.seq).toBeNull()
        // What the next owner reads is all that there will ever be of the last one.
        expect((await session.readHistories([run.runId])).get(run.runId)).toHaveLength(length)
        await session.commit([closingEntry(run.runId, length + 1, now)])
      }
    })
  })
