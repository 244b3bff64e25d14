// Activity tasks: who gets them, when they are taken over, and that an attempt is counted before it runs.
import { describe, expect, it } from 'vitest'
import type { FrozenActivityOptions } from '../../../src/history/frozen-activity-options.js'
import { newUuid } from '../../../src/base/new-uuid.js'
import type { Store } from '../../../src/store/store.js'
import type { ClaimedActivity, NewActivityTask, WorkerSession } from '../../../src/store/worker-session.js'
import {
  activityOf,
  activityOptions,
  closingEntry,
  entryOf,
  eventOf,
  firstEntry,
  idleTick,
  openWorker,
  startClaimed,
  taskOf,
  tickRequest,
  tickUntil,
  turnOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

/** A parked run with one activity task. */
const scheduleTask = async (
  store: Store,
  session: WorkerSession,
  options: Partial<FrozenActivityOptions> = {},
  changes: Partial<NewActivityTask> = {},
) => {
  const { run, now } = await startClaimed(store, session)
  const activity = activityOf(now, { options: { ...activityOptions, ...options } })
  const entry = firstEntry(run, now, {
    activityTasks: [taskOf(activity, changes)],
    disposition: { type: 'park', wakeAt: null },
  })
  await session.commit([entry])
  return { run, activity, now }
}

const resultOf = ({ runId, activity: { activityId }, claim }: ClaimedActivity, data = '{"ok":true}') =>
  ({ type: 'result', runId, activityId, claim, message: { runId, kind: 'activity-result', data } }) as const

export const describeActivities = (under: StoreUnderTest): unknown =>
  describe('activity tasks', () => {
    it('go to one worker with that activity, which is told everything', async () => {
      const session = await openWorker(under.store)
      const { run, activity } = await scheduleTask(under.store, session, { heartbeatMs: 5_000 })
      const stranger = await openWorker(under.store, { activities: ['refund'] })
      expect(await stranger.claimActivities(10)).toEqual([])
      expect((await stranger.tick(tickRequest)).nextWakeAt).toBeNull()
      const claimed = await session.claimActivities(10)
      expect(claimed).toEqual([
        {
          runId: run.runId,
          workflowId: run.workflowId,
          workflowType: 'Order',
          activity,
          taskQueue: 'default',
          attempt: 1,
          claim: expect.any(String),
          startedAt: expect.any(Number),
        },
      ])
      expect(await session.claimActivities(10)).toEqual([])
    })

    it('are claimed in a tick too, and wake no one before they are due', async () => {
      const session = await openWorker(under.store)
      const now = await under.store.now()
      await scheduleTask(under.store, session, {}, { dueAt: now + 60_000 })
      expect(await under.store.nextWakeAt(['default'])).toBe(now + 60_000)
      const idle = await session.tick(tickRequest)
      expect(idle).toMatchObject({ activities: [], nextWakeAt: now + 60_000 })
      await under.advance(60_000)
      expect((await session.tick({ ...tickRequest, activityLimit: 0 })).nextWakeAt).toBe(now + 60_000)
      const reply = await session.tick(tickRequest)
      expect(reply.activities).toMatchObject([{ attempt: 1 }])
      expect(reply.nextWakeAt).toBeNull()
    })

    it('bring their result to the run and are gone', async () => {
      const session = await openWorker(under.store)
      const { run } = await scheduleTask(under.store, session)
      const [claimed] = await session.claimActivities(10)
      const data = '{"text" : "\\u0000 \\ud800 \\"quoted\\"", "a":1, "a":2}'
      expect(await session.settleActivities([resultOf(claimed!, data)])).toEqual(['settled'])
      expect(await session.settleActivities([resultOf(claimed!, data)])).toEqual(['lost'])
      const { runs } = await session.claimRuns({ limit: 10, aheadMs: 0 })
      expect(runs).toMatchObject([{ runId: run.runId, mail: 1 }])
      const mail = await session.readMail([{ runId: run.runId, afterMail: 0 }])
      expect(mail).toMatchObject([{ kind: 'activity-result', data }])
    })

    it('are tried again when they are due again, with what is known of the last attempt', async () => {
      const session = await openWorker(under.store)
      const { run, activity } = await scheduleTask(under.store, session)
      const [claimed] = await session.claimActivities(10)
      const dueAt = (await under.store.now()) + 2_000
      const retry = {
        ...{ type: 'retry' as const, runId: run.runId, activityId: activity.activityId, claim: claimed!.claim },
        ...{ attempt: 2, dueAt, lastFailure: '{"message":"busy"}', heartbeatDetails: '{"done":3}' },
      }
      expect(await session.settleActivities([retry])).toEqual(['settled'])
      expect(await session.claimActivities(10)).toEqual([])
      await under.advance(2_000)
      const [again] = await session.claimActivities(10)
      expect(again).toMatchObject({
        attempt: 2,
        lastFailure: '{"message":"busy"}',
        heartbeatDetails: '{"done":3}',
      })
      expect(again?.claim).not.toBe(claimed?.claim)
      expect(again?.expired).toBeUndefined()
    })

    it('settle in one call, each by itself', async () => {
      const session = await openWorker(under.store)
      const tasks: Awaited<ReturnType<typeof scheduleTask>>[] = []
      for (let i = 0; i < 3; i++) tasks.push(await scheduleTask(under.store, session))
      const claimed = await session.claimActivities(10)
      const of = (i: number) => claimed.find(({ runId }) => runId === tasks[i]?.run.runId)!
      const { runId } = tasks[1]!.run
      const outcomes = await session.settleActivities([
        { ...resultOf(of(0)), claim: '999999' },
        { type: 'retry', runId, activityId: '1', claim: of(1).claim, attempt: 2, dueAt: 0, lastFailure: '{}' },
        resultOf(of(2)),
        { ...resultOf(of(2)), runId: newUuid() },
      ])
      expect(outcomes).toEqual(['lost', 'settled', 'settled', 'lost'])
    })

    it('are extended by heartbeats, which keep their details', async () => {
      const session = await openWorker(under.store)
      const { run, activity } = await scheduleTask(under.store, session, { heartbeatMs: 5_000 })
      const [claimed] = await session.claimActivities(10)
      const beat = { runId: run.runId, activityId: activity.activityId, claim: claimed!.claim }
      for (let i = 1; i <= 4; i++) {
        await under.advance(4_000)
        const details = i === 2 ? { details: '{"at":2}' } : {}
        expect(await session.heartbeatActivities([{ ...beat, ...details }])).toEqual(['extended'])
        expect(await session.claimActivities(10)).toEqual([])
      }
      await under.advance(6_100)
      expect(await session.claimActivities(10)).toMatchObject([{ attempt: 2, heartbeatDetails: '{"at":2}' }])
      expect(await session.heartbeatActivities([beat])).toEqual(['lost'])
      expect(await session.settleActivities([resultOf(claimed!)])).toEqual(['lost'])
    })

    it.each([
      ['start-to-close', { startToCloseMs: 5_000 }],
      ['heartbeat', { heartbeatMs: 5_000 }],
    ] as const)('end as %s when the last attempt ran out of time and nobody ended it', async (expired, options) => {
      const session = await openWorker(under.store)
      const retry = { ...activityOptions.retry, maximumAttempts: 1 }
      await scheduleTask(under.store, session, { ...options, retry })
      await session.claimActivities(10)
      await under.advance(6_100)
      expect(await session.claimActivities(10)).toMatchObject([{ attempt: 1, expired }])
    })

    it.each([
      ['schedule-to-start', { scheduleToStartMs: 3_000 }],
      ['schedule-to-close', { scheduleToCloseMs: 3_000 }],
    ] as const)(
      'end as %s when no worker took them, by a worker without that activity too',
      async (expired, options) => {
        const session = await openWorker(under.store)
        const { now } = await scheduleTask(under.store, session, options, { dueAt: (await under.store.now()) + 60_000 })
        expect(await under.store.nextWakeAt(['default'])).toBe(now + 3_000)
        await under.advance(3_000)
        const stranger = await openWorker(under.store, { activities: [] })
        const claimed = await stranger.claimActivities(10)
        expect(claimed).toMatchObject([{ attempt: 1, expired }])
        expect(await stranger.settleActivities([resultOf(claimed[0]!)])).toEqual(['settled'])
      },
    )

    it('of a dead worker run again at once, with the attempt that was lost counted', async () => {
      const session = await openWorker(under.store)
      await scheduleTask(under.store, session, { startToCloseMs: 24 * 3_600_000 })
      const doomed = await openWorker(under.store, { leaseMs: 1_000 })
      const [lost] = await doomed.claimActivities(10)
      expect(lost?.attempt).toBe(1)
      await under.advance(2_000)
      const { activities } = await tickUntil(session, tickRequest, (reply) => reply.activities.length > 0)
      expect(activities).toMatchObject([{ attempt: 2 }])
      expect(activities[0]?.expired).toBeUndefined()
    })

    it('of a dead worker end as worker-lost when that was the last attempt', async () => {
      const session = await openWorker(under.store)
      await scheduleTask(under.store, session, { retry: { ...activityOptions.retry, maximumAttempts: 1 } })
      const doomed = await openWorker(under.store, { leaseMs: 1_000 })
      await doomed.claimActivities(10)
      await under.advance(2_000)
      const { activities } = await tickUntil(session, tickRequest, (reply) => reply.activities.length > 0)
      expect(activities).toMatchObject([{ attempt: 1, expired: 'worker-lost' }])
    })

    it('that were lost with a run’s owner get a row that starts with the next attempt', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const activity = activityOf(now)
      await session.commit([firstEntry(run, now)])
      const before = { attempt: 2, lastFailure: '{"message":"lost"}', heartbeatDetails: '{"done":3}' }
      await session.commit([entryOf(run.runId, { seq: 2, activityTasks: [taskOf(activity, before)] })])
      expect(await session.claimActivities(10)).toMatchObject([before])
    })

    it('go when the run that scheduled them records their end, or closes', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const tasks = ['1', '2', '3'].map((activityId) => taskOf(activityOf(now, { activityId })))
      await session.commit([firstEntry(run, now, { activityTasks: tasks })])
      const turn = turnOf(run.runId, [eventOf(3, 'ActivityCancelled', now)], { activitiesClosed: ['1'] })
      await session.commit([entryOf(run.runId, { turn, seq: 3 })])
      const claimed = await session.claimActivities(1)
      expect(claimed[0]?.activity.activityId).not.toBe('1')
      await session.commit([closingEntry(run.runId, 4, now)])
      expect(await session.claimActivities(10)).toEqual([])
      expect(await session.settleActivities([resultOf(claimed[0]!)])).toEqual(['lost'])
      expect(await under.store.nextWakeAt(['default'])).toBeNull()
      const beat = { runId: run.runId, activityId: claimed[0]!.activity.activityId, claim: claimed[0]!.claim }
      expect(await session.heartbeatActivities([beat])).toEqual(['lost'])
    })

    it('go by priority within a queue', async () => {
      const session = await openWorker(under.store)
      const low = await scheduleTask(under.store, session, { priority: 4 })
      const high = await scheduleTask(under.store, session, { priority: 1 })
      expect((await session.claimActivities(1))[0]?.runId).toBe(high.run.runId)
      expect((await session.claimActivities(1))[0]?.runId).toBe(low.run.runId)
      expect((await session.tick(idleTick)).activities).toEqual([])
    })
  })
