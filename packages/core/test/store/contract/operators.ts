// What operators ask: kept with its message, and what it does to a run's row.
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/base/new-uuid.js'
import type { OperatorMessage } from '../../../src/store/operation.js'
import { entryOf, eventOf, firstEntry, openWorker, startClaimed, startOf, startParked, turnOf } from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const claimAll = { limit: 100, aheadMs: 0 }

const pauseOf = (runId: string, changes: Partial<OperatorMessage> = {}): OperatorMessage => ({
  runId,
  kind: 'pause',
  key: newUuid(),
  data: '{"reason":"an incident","by":"ann"}',
  operation: { action: 'pause', reason: 'an incident', by: 'ann' },
  ...changes,
})

export const describeOperators = (under: StoreUnderTest): unknown =>
  describe('operators', () => {
    it('leave a message, and with it a record of what they asked', async () => {
      const session = await openWorker(under.store)
      const { run } = await startClaimed(under.store, session)
      const { runId } = run
      const before = await under.store.now()
      const message = pauseOf(runId)
      expect(await under.store.operate(message)).toEqual({ type: 'sent', mail: 1 })
      const resume = pauseOf(runId, { kind: 'resume', data: '{}', operation: { action: 'resume' } })
      expect(await under.store.operate(resume)).toEqual({ type: 'sent', mail: 2 })
      expect((await session.readMail([{ runId, afterMail: 0 }])).map(({ kind, data }) => [kind, data])).toEqual([
        ['pause', message.data],
        ['resume', '{}'],
      ])
      const records = await under.store.readOperations(runId)
      expect(records).toEqual([
        { ...message.operation, acceptedAt: expect.any(Number) as number, details: message.data },
        { action: 'resume', acceptedAt: expect.any(Number) as number, details: '{}' },
      ])
      expect(records[0]?.acceptedAt).toBeGreaterThanOrEqual(before)
    })

    it('leave no record of what was not accepted', async () => {
      const { runId } = (await startParked(under.store, await openWorker(under.store))).run
      const message = pauseOf(runId)
      await under.store.operate(message)
      expect(await under.store.operate(message)).toEqual({ type: 'duplicate' })
      expect(await under.store.readOperations(runId)).toHaveLength(1)
      const nobody = newUuid()
      expect(await under.store.operate(pauseOf(nobody))).toEqual({ type: 'not-open' })
      expect(await under.store.readOperations(nobody)).toEqual([])
    })

    it('mark a run as paused until it goes on, for those who claim it too', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await session.commit([firstEntry(run, now)])
      const turn = turnOf(runId, [eventOf(3, 'RunPaused', now)])
      const keep = { type: 'keep', wakeAt: null } as const
      await session.commit([entryOf(runId, { turn, seq: 3, paused: true, disposition: keep })])
      const status = async () => (await under.store.describeRuns([{ runId }]))[0]?.status
      expect(await status()).toBe('paused')
      await session.commit([entryOf(runId, { seq: 3, disposition: { type: 'release', wakeAt: now } })])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId, paused: true }])
      const resumed = turnOf(runId, [eventOf(4, 'RunResumed', now)])
      await session.commit([entryOf(runId, { turn: resumed, seq: 4, paused: false, disposition: keep })])
      expect(await status()).toBe('running')
      await session.commit([entryOf(runId, { seq: 4, disposition: { type: 'release', wakeAt: now } })])
      expect((await session.tick({ runs: claimAll, activityLimit: 0 })).runs[0]).not.toHaveProperty('paused')
    })

    it('hold a run before its start, which a resume makes due', async () => {
      const session = await openWorker(under.store)
      const { run } = await startClaimed(under.store, session)
      const { runId } = run
      await under.store.operate(pauseOf(runId))
      const hold = { type: 'release', wakeAt: null, mailSeen: 1 } as const
      await session.commit([entryOf(runId, { seq: 0, paused: true, disposition: hold })])
      const [held] = await under.store.describeRuns([{ runId }])
      expect(held).toMatchObject({ status: 'paused' })
      expect(held).not.toHaveProperty('wakeAt')
      expect((await session.claimRuns(claimAll)).runs).toEqual([])
      await under.store.operate(pauseOf(runId, { kind: 'resume', operation: { action: 'resume' } }))
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId, mail: 2, mailConsumed: 0 }])
      await session.commit([entryOf(runId, { seq: 0, paused: false, disposition: { ...hold, mailSeen: 2 } })])
      expect((await under.store.describeRuns([{ runId }]))[0]).toMatchObject({ status: 'pending' })
    })

    it('leave a paused run at rest with its mail, and whether activities were lost', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await session.commit([firstEntry(run, now)])
      await under.store.sendMessages([{ runId, kind: 'signal', data: '{"name":"say","args":[]}' }])
      const rest = { type: 'release', wakeAt: null, mailSeen: 1, activitiesLost: true } as const
      await session.commit([entryOf(runId, { disposition: rest })])
      expect((await session.claimRuns(claimAll)).runs).toEqual([])
      await under.store.operate(pauseOf(runId, { kind: 'resume', operation: { action: 'resume' } }))
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([
        { runId, mail: 2, mailConsumed: 0, activitiesLost: true },
      ])
    })

    it('move a timer’s row with the turn that records it', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session, startOf())
      await session.commit([firstEntry(run, now)])
      const { runId } = run
      const fireAt = now + 60_000
      const timersOpened = [{ timerId: 'nap', kind: 'sleep' as const, fireAt }]
      const opened = turnOf(runId, [eventOf(3, 'TimerStarted', now)], { timersOpened, nextTimerAt: fireAt })
      await session.commit([entryOf(runId, { turn: opened, seq: 3, disposition: { type: 'keep', wakeAt: fireAt } })])
      const moved = turnOf(runId, [eventOf(4, 'TimerRescheduled', now)], {
        timersOpened: [{ timerId: 'nap', kind: 'sleep', fireAt: now }],
        nextTimerAt: now,
      })
      await session.commit([entryOf(runId, { turn: moved, seq: 4, disposition: { type: 'park', wakeAt: now } })])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId, wakeAt: now }])
    })
  })
