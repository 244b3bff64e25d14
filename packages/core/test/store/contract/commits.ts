// What a commit writes, and that it writes all of it or nothing.
import { describe, expect, it } from 'vitest'
import { CommitRefusedError } from '../../../src/store/commit-refused-error.js'
import {
  bundleHash,
  closingEntry,
  entryOf,
  eventOf,
  firstEntry,
  openWorker,
  startClaimed,
  startParked,
  tickRequest,
  turnOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const claimAll = { limit: 100, aheadMs: 0 }
const historyOf = (under: StoreUnderTest, runId: string) => under.store.readHistory({ runId, afterSeq: 0 })

export const describeCommits = (under: StoreUnderTest): unknown =>
  describe('committing turns', () => {
    it('records events as they are, and pins the run with its first turn', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const data = { text: 'a "quoted" \\ line\n with \u2028, é, 🦉 and \u0000', lone: '\ud800', list: [1, null, true] }
      const events = [eventOf(1, 'RunStarted', now, data), eventOf(2, 'SideEffectRecorded', now + 7, {})]
      const exact = { ...events[1]!, data: '{"b" :  1, "a":2, "a":3}' }
      const entry = firstEntry(run, now, { turn: turnOf(run.runId, [events[0]!, exact]) })
      expect(await session.commit([entry])).toMatchObject({ outcome: 'committed', newMail: [] })
      expect(await historyOf(under, run.runId)).toEqual([events[0], exact])
      const [record] = await under.store.describeRuns([{ runId: run.runId }])
      expect(record).toMatchObject({
        status: 'running',
        bundle: bundleHash('a'),
        startedAt: now,
        owner: session.workerId,
      })
      expect(await session.readHistories([run.runId])).toEqual(new Map([[run.runId, [events[0], exact]]]))
    })

    it('reads parts of a history', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now)])
      expect((await under.store.readHistory({ runId: run.runId, afterSeq: 1 })).map(({ seq }) => seq)).toEqual([2])
      expect(
        (await under.store.readHistory({ runId: run.runId, afterSeq: 0, limit: 1 })).map(({ seq }) => seq),
      ).toEqual([1])
    })

    // TRAPS 52
    it('refuses an event number that is taken, and writes nothing of the group', async () => {
      const session = await openWorker(under.store)
      const [one, two] = [await startClaimed(under.store, session), await startClaimed(under.store, session)]
      await session.commit([firstEntry(one.run, one.now)])
      const group = [firstEntry(two.run, two.now), closingEntry(one.run.runId, 2, one.now)]
      await expect(session.commit(group)).rejects.toMatchObject({ code: CommitRefusedError.code })
      expect(await historyOf(under, two.run.runId)).toEqual([])
      const [first, second] = await under.store.describeRuns([{ runId: one.run.runId }, { runId: two.run.runId }])
      expect([first?.status, second?.status]).toEqual(['running', 'pending'])
      expect(await session.commit([group[0]!])).toMatchObject({ outcome: 'committed' })
    })

    it('refuses a timer that fires ahead of the store’s clock, and takes it when its time has come', async () => {
      const session = await openWorker(under.store)
      const [one, two] = [await startClaimed(under.store, session), await startClaimed(under.store, session)]
      await session.commit([firstEntry(one.run, one.now)])
      const latestFireAt = (await under.store.now()) + 5_000
      const turn = turnOf(one.run.runId, [eventOf(3, 'TimerFired', latestFireAt)], { latestFireAt })
      const group = [entryOf(one.run.runId, { turn, seq: 3 }), firstEntry(two.run, two.now)]
      const early = await session.commit(group)
      expect(early).toMatchObject({ outcome: 'early', newMail: [] })
      expect(early.now).toBeLessThan(latestFireAt)
      expect([...(await session.readHistories([one.run.runId, two.run.runId])).values()].map((e) => e.length)).toEqual([
        2, 0,
      ])
      await under.advance(5_000)
      expect(await session.commit(group)).toMatchObject({ outcome: 'committed' })
      expect([...(await session.readHistories([one.run.runId, two.run.runId])).values()].map((e) => e.length)).toEqual([
        3, 2,
      ])
    })

    it.each(['sleep', 'timer', 'timeout'] as const)('takes a timer of the kind %s, and lets it go', async (kind) => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now)])
      const opening = turnOf(run.runId, [eventOf(3, 'TimerStarted', now)], {
        timersOpened: [{ timerId: 't', kind, fireAt: now + 60_000 }],
      })
      expect(await session.commit([entryOf(run.runId, { turn: opening, seq: 3 })])).toMatchObject({
        outcome: 'committed',
      })
      const closing = turnOf(run.runId, [eventOf(4, 'TimerCancelled', now)], { timersClosed: ['t'] })
      expect(await session.commit([entryOf(run.runId, { turn: closing, seq: 4 })])).toMatchObject({
        outcome: 'committed',
      })
    })

    it('lets go of a parked run until its wake, which keeps its number', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session, (await under.store.now()) + 20_000)
      expect((await session.tick(tickRequest)).runs).toEqual([])
      const [record] = await under.store.describeRuns([{ runId: run.runId }])
      expect(record?.owner).toBeUndefined()
      await under.advance(20_000)
      const other = await openWorker(under.store)
      expect((await other.claimRuns(claimAll)).runs).toMatchObject([
        { runId: run.runId, seq: 2, wakeAt: record?.wakeAt },
      ])
    })

    it('parks a run without a wake for as long as nobody writes to it', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session, null)
      await under.advance(400 * 24 * 3_600_000)
      expect((await session.claimRuns(claimAll)).runs).toEqual([])
      await under.store.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId: run.runId, mail: 1, mailConsumed: 0 }])
    })

    it('keeps a run with its owner', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now, { disposition: { type: 'keep', wakeAt: now + 1 } })])
      const other = await openWorker(under.store)
      await under.advance(100)
      expect((await other.claimRuns(claimAll)).runs).toEqual([])
      expect((await under.store.describeRuns([{ runId: run.runId }]))[0]).toMatchObject({
        owner: session.workerId,
        wakeAt: now + 1,
      })
    })

    it('closes a run with its result, and everything that was open with it', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([closingEntry(run.runId, 1, now, { pin: { bundle: run.bundle, startedAt: now } })])
      const [record] = await under.store.describeRuns([{ runId: run.runId }])
      expect(record).toMatchObject({ status: 'completed', result: '"done"', bundle: run.bundle, startedAt: now })
      expect(record?.closedAt).toBeGreaterThanOrEqual(now)
      expect(record?.wakeAt).toBeUndefined()
      expect(record?.owner).toBeUndefined()
      expect(await under.store.sendMessages([{ runId: run.runId, kind: 'terminate', data: '{}' }])).toEqual([
        { type: 'not-open' },
      ])
    })

    it.each(['failed', 'timed-out', 'terminated'] as const)('closes a run as %s with its failure', async (type) => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const closing = closingEntry(run.runId, 1, now)
      await session.commit([{ ...closing, turn: { ...closing.turn!, closing: { type, failure: '{"message":"no"}' } } }])
      expect((await under.store.describeRuns([{ runId: run.runId }]))[0]).toMatchObject({
        status: type,
        failure: '{"message":"no"}',
      })
    })

    it('blocks a run with a reason, counts, and marks it running again when it goes on', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session, 0)
      const reason = { code: 'FOLIOT_NONDETERMINISM', message: 'History and code part.', seq: 2 } as const
      for (const attempt of [0, 1]) {
        const [claimed] = (await session.claimRuns(claimAll)).runs
        expect(claimed).toMatchObject({
          runId: run.runId,
          blockedAttempts: attempt,
          seq: 2,
          activitiesLost: attempt > 0,
        })
        const retryAt = (await under.store.now()) + 5_000
        const block = { type: 'block', reason, retryAt, activitiesLost: true } as const
        await session.commit([entryOf(run.runId, { seq: 2, disposition: block })])
        const [record] = await under.store.describeRuns([{ runId: run.runId }])
        expect(record).toMatchObject({ status: 'blocked', wakeAt: retryAt })
        expect(JSON.parse(record?.blocked ?? '')).toEqual(reason)
        expect((await session.claimRuns(claimAll)).runs).toEqual([])
        await under.advance(5_000)
      }
      const { runs, now } = await session.claimRuns(claimAll)
      expect(runs).toMatchObject([{ blockedAttempts: 2 }])
      const turn = turnOf(run.runId, [eventOf(3, 'TimerFired', now)])
      await session.commit([entryOf(run.runId, { turn, seq: 3, unblock: true })])
      const [record] = await under.store.describeRuns([{ runId: run.runId }])
      expect(record?.status).toBe('running')
      expect(record?.blocked).toBeUndefined()
      await session.commit([entryOf(run.runId, { seq: 3, disposition: { type: 'release', wakeAt: null } })])
      await under.store.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ seq: 3, blockedAttempts: 0 }])
    })

    it('moves a run to another bundle with the pin of a later turn', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now)])
      const turn = turnOf(run.runId, [eventOf(3, 'RunRepinned', now + 1)])
      const pin = { bundle: bundleHash('b'), startedAt: now + 1 }
      await session.commit([entryOf(run.runId, { turn, seq: 3, pin })])
      expect((await under.store.describeRuns([{ runId: run.runId }]))[0]).toMatchObject({
        bundle: bundleHash('b'),
        startedAt: now,
      })
    })

    it('takes entries of every kind in one group', async () => {
      const session = await openWorker(under.store)
      const all = []
      for (let i = 0; i < 5; i++) all.push(await startClaimed(under.store, session))
      const [hold, keep, park, close, block] = all as [
        (typeof all)[0],
        (typeof all)[0],
        (typeof all)[0],
        (typeof all)[0],
        (typeof all)[0],
      ]
      const reason = { code: 'FOLIOT_ENGINE_ERROR', message: 'It broke.' } as const
      const wakeAt = hold.now + 3_600_000
      const reply = await session.commit([
        closingEntry(close.run.runId, 1, close.now),
        firstEntry(park.run, park.now, { disposition: { type: 'park', wakeAt } }),
        firstEntry(hold.run, hold.now),
        entryOf(block.run.runId, { disposition: { type: 'block', reason, retryAt: wakeAt, activitiesLost: false } }),
        firstEntry(keep.run, keep.now, { disposition: { type: 'keep', wakeAt } }),
      ])
      expect(reply).toMatchObject({ outcome: 'committed', newMail: [] })
      const records = await under.store.describeRuns(all.map(({ run: { runId } }) => ({ runId })))
      expect(records.map((record) => [record?.status, record?.owner !== undefined])).toEqual([
        ['running', true],
        ['running', true],
        ['running', false],
        ['completed', false],
        ['blocked', false],
      ])
    })

    it('writes a group of five hundred runs', async () => {
      const session = await openWorker(under.store)
      const runs = []
      const first = await startClaimed(under.store, session)
      runs.push(first.run)
      await under.store.startRuns(
        Array.from({ length: 499 }, (_, i) => ({
          ...{ runId: crypto.randomUUID(), workflowId: `many-${i}`, workflowType: 'Order', taskQueue: 'default' },
          ...({ priority: 3, args: '[]', conflict: 'fail', reuse: 'allow' } as const),
        })),
      )
      const { runs: rest, now } = await session.claimRuns({ limit: 1_000, aheadMs: 0 })
      runs.push(...rest)
      expect(runs).toHaveLength(500)
      await session.commit(runs.map((run) => firstEntry(run, now)))
      await session.commit(runs.map((run) => closingEntry(run.runId, 3, now)))
      const histories = await under.store.describeRuns(runs.map(({ runId }) => ({ runId })))
      expect(histories.every((record) => record?.status === 'completed')).toBe(true)
    })
  })
