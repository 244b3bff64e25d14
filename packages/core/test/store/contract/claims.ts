// Which runs a worker gets, and what it is told about them.
import { describe, expect, it } from 'vitest'
import {
  bundleHash,
  bundleOf,
  firstEntry,
  idleTick,
  openWorker,
  startClaimed,
  startOf,
  startParked,
  tickRequest,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const claimAll = { limit: 100, aheadMs: 0 }

export const describeClaims = (under: StoreUnderTest): unknown =>
  describe('claiming runs', () => {
    it('hands a due run to one worker, with all that it needs', async () => {
      const start = startOf()
      await under.store.startRuns([start])
      const [one, two] = [await openWorker(under.store), await openWorker(under.store)]
      const { runs, now } = await one.claimRuns(claimAll)
      expect(runs).toEqual([
        {
          runId: start.runId,
          workflowId: start.workflowId,
          workflowType: 'Order',
          taskQueue: 'default',
          args: '[{"n":1}]',
          createdAt: expect.any(Number),
          wakeAt: expect.any(Number),
          bundle: bundleHash('a'),
          seq: 0,
          mail: 0,
          mailConsumed: 0,
          takeovers: 0,
          activitiesLost: false,
          blockedAttempts: 0,
        },
      ])
      expect(now).toBeGreaterThanOrEqual(runs[0]?.createdAt ?? Infinity)
      expect((await two.claimRuns(claimAll)).runs).toEqual([])
      expect((await under.store.describeRuns([{ runId: start.runId }]))[0]?.owner).toBe(one.workerId)
    })

    it('gives every run to exactly one of many claimers', async () => {
      const starts = Array.from({ length: 200 }, () => startOf())
      await under.store.startRuns(starts)
      const sessions = await Promise.all([1, 2, 3, 4].map(() => openWorker(under.store)))
      const claimed: string[] = []
      await Promise.all(
        sessions.map(async (session) => {
          for (;;) {
            const { runs } = await session.claimRuns({ limit: 7, aheadMs: 0 })
            if (runs.length === 0) return
            claimed.push(...runs.map(({ runId }) => runId))
          }
        }),
      )
      const rest = await sessions[0]!.claimRuns(claimAll)
      claimed.push(...rest.runs.map(({ runId }) => runId))
      expect(claimed.sort()).toEqual(starts.map(({ runId }) => runId).sort())
    })

    it('goes by priority, then by the time they were due', async () => {
      const session = await openWorker(under.store)
      const now = await under.store.now()
      const starts = [
        startOf({ priority: 5, startAt: now - 9_000 }),
        startOf({ priority: 2, startAt: now - 1_000 }),
        startOf({ priority: 2, startAt: now - 5_000 }),
        startOf({ priority: 1, startAt: now - 10 }),
      ]
      await under.store.startRuns(starts)
      const { runs } = await session.claimRuns({ limit: 3, aheadMs: 0 })
      expect(runs.map(({ runId }) => runId)).toEqual([starts[3]?.runId, starts[2]?.runId, starts[1]?.runId])
      expect((await session.claimRuns({ limit: 3, aheadMs: 0 })).runs.map(({ runId }) => runId)).toEqual([
        starts[0]?.runId,
      ])
    })

    it('keeps to the worker’s queues and engine', async () => {
      const [here, there] = [startOf({ taskQueue: 'here' }), startOf({ taskQueue: 'there' })]
      await under.store.startRuns([here, there])
      const both = await openWorker(under.store, { taskQueues: ['here', 'there'], engineVersion: 2 })
      const session = await openWorker(under.store, { taskQueues: ['here'] })
      expect((await session.claimRuns(claimAll)).runs.map(({ runId }) => runId)).toEqual([here.runId])
      const { runs, now } = await both.claimRuns(claimAll)
      expect(runs.map(({ runId }) => runId)).toEqual([there.runId])
      // TRAPS 39: what a newer engine has run, an older one leaves alone.
      await both.commit([firstEntry(runs[0]!, now, { disposition: { type: 'park', wakeAt: now } })])
      const older = await openWorker(under.store, { taskQueues: ['there'] })
      const reply = await older.claimRuns(claimAll)
      expect(reply).toMatchObject({ runs: [], nextWakeAt: null })
      expect((await both.claimRuns(claimAll)).runs).toHaveLength(1)
    })

    it('tells when the next of its runs is due', async () => {
      const session = await openWorker(under.store)
      expect((await session.claimRuns(claimAll)).nextWakeAt).toBeNull()
      const now = await under.store.now()
      await under.store.startRuns([startOf({ startAt: now + 60_000 }), startOf({ startAt: now + 90_000, priority: 1 })])
      expect((await session.claimRuns(claimAll)).nextWakeAt).toBe(now + 60_000)
      expect((await session.tick(tickRequest)).nextWakeAt).toBe(now + 60_000)
      expect(await under.store.nextWakeAt(['default'])).toBe(now + 60_000)
      expect(await under.store.nextWakeAt(['elsewhere'])).toBeNull()
      await under.store.startRuns([startOf({ startAt: now - 5_000 }), startOf({ startAt: now - 4_000 })])
      const one = await session.claimRuns({ limit: 1, aheadMs: 0 })
      expect(one.runs).toHaveLength(1)
      expect(one.nextWakeAt).toBeLessThanOrEqual(one.now)
      expect((await session.tick(idleTick)).nextWakeAt).toBe(now - 4_000)
    })

    // TRAPS 1, 2
    it('finds a run whose wake passed while nobody was there', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startParked(under.store, session, (await under.store.now()) + 3_000)
      await session.end()
      await under.advance(3 * 24 * 3_600_000)
      const late = await openWorker(under.store)
      const { runs } = await late.claimRuns(claimAll)
      expect(runs).toMatchObject([{ runId: run.runId, seq: 2 }])
      expect(runs[0]?.wakeAt).toBeLessThan(now + 10_000)
      expect(runs[0]?.args).toBeUndefined()
    })

    it('claims in a tick like a claim', async () => {
      const starts = [startOf(), startOf({ priority: 1 })]
      await under.store.startRuns(starts)
      const session = await openWorker(under.store)
      const reply = await session.tick({ runs: { limit: 1, aheadMs: 0 }, activityLimit: 10 })
      expect(reply.runs).toMatchObject([{ runId: starts[1]?.runId, args: '[{"n":1}]', seq: 0 }])
      expect(reply.nextWakeAt).toBeLessThanOrEqual(reply.now)
      expect((await session.tick(tickRequest)).runs.map(({ runId }) => runId)).toEqual([starts[0]?.runId])
    })

    it('starts a run on the bundle then current, and keeps a pinned one on its own', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session, 0)
      const waiting = startOf()
      await under.store.startRuns([waiting])
      await under.store.registerBundle(bundleOf('b', ['Order']))
      const { runs } = await session.claimRuns(claimAll)
      const [pinned, fresh] = [run.runId, waiting.runId].map((id) => runs.find(({ runId }) => runId === id))
      expect(pinned).toMatchObject({ bundle: bundleHash('a'), currentBundle: bundleHash('b') })
      expect(fresh?.bundle).toBe(bundleHash('b'))
      expect(fresh?.currentBundle).toBeUndefined()
    })

    it('lets none of several queues starve another', async () => {
      const starts = Array.from({ length: 40 }, (_, i) => startOf({ taskQueue: i % 2 === 0 ? 'even' : 'odd' }))
      await under.store.startRuns(starts)
      const session = await openWorker(under.store, { taskQueues: ['even', 'odd'] })
      const queues = new Set<string>()
      for (let i = 0; i < 4; i++) {
        for (const run of (await session.claimRuns({ limit: 3, aheadMs: 0 })).runs) queues.add(run.taskQueue)
      }
      expect([...queues].sort()).toEqual(['even', 'odd'])
    })

    it('leaves a run that is owned alone, however long it is overdue', async () => {
      const session = await openWorker(under.store)
      await startClaimed(under.store, session)
      await under.advance(10_000)
      await session.tick(idleTick)
      const other = await openWorker(under.store)
      expect(await other.claimRuns(claimAll)).toMatchObject({ runs: [], nextWakeAt: null })
      expect(await under.store.nextWakeAt(['default'])).toBeNull()
    })
  })
