// Runs that are reset: what the run that begins has of the one before it, and that it all happens in one step.
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/base/new-uuid.js'
import { engineVersion } from '../../../src/engine/engine-version.js'
import type { ResetPlan } from '../../../src/engine/plan-reset.js'
import type { OpenRunReset, RunReset } from '../../../src/store/run-reset.js'
import type { Store } from '../../../src/store/store.js'
import type { WorkerSession } from '../../../src/store/worker-session.js'
import {
  activityOf,
  bundleHash,
  bundleOf,
  closingEntry,
  entryOf,
  eventOf,
  firstEntry,
  openWorker,
  startClaimed,
  startOf,
  startParked,
  turnOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const claimAll = { limit: 100, aheadMs: 0 }

const planOf = (changes: Partial<ResetPlan> = {}): ResetPlan => ({
  throughSeq: 2,
  events: [],
  inputs: [],
  timers: [],
  activities: [],
  children: [],
  childrenLeft: [],
  ...changes,
})

const resetOf = (runId: string, changes: Partial<RunReset> = {}): RunReset => ({
  runId,
  newRunId: newUuid(),
  plan: planOf(),
  operation: { action: 'reset', reason: 'a wrong price', by: 'ann' },
  ...changes,
})

const openResetOf = (runId: string, now: number, changes: Partial<OpenRunReset> = {}): OpenRunReset => ({
  ...resetOf(runId),
  event: eventOf(3, 'RunTerminated', now, { reason: 'reset' }),
  failure: '{"message":"reset"}',
  outgoing: [],
  results: [],
  ...changes,
})

const worker = (store: Store): Promise<WorkerSession> => openWorker(store, { engineVersion })

/** A run that has completed, with two events before its end. */
const closed = async (store: Store, session: WorkerSession, start = startOf()) => {
  const claimed = await startClaimed(store, session, start)
  await session.commit([firstEntry(claimed.run, claimed.now)])
  await session.commit([closingEntry(claimed.run.runId, 3, claimed.now)])
  return claimed
}

export const describeResets = (under: StoreUnderTest): unknown =>
  describe('resets', () => {
    it('begin a run with a part of the history of one that is closed', async () => {
      const { store } = under
      const session = await worker(store)
      const { run, now } = await closed(store, session)
      const newRunId = newUuid()
      const fact = eventOf(3, 'RunReset', now, { fromRunId: run.runId, runId: newRunId })
      const timer = { timerId: 'nap', kind: 'timer', fireAt: now + 60_000 } as const
      const plan = planOf({
        events: [fact],
        timers: [timer],
        activities: [activityOf(now)],
        inputs: [
          { type: 'signal', receivedAt: now - 5_000, name: 'say', args: '["\\u0000 a"]' },
          {
            type: 'activity-result',
            receivedAt: now - 4_000,
            activityId: '0',
            attempt: 2,
            outcome: { type: 'completed', result: '7' },
          },
        ],
      })
      const reset = resetOf(run.runId, { newRunId, plan })
      expect(await store.resetRun(reset)).toEqual({ type: 'reset' })
      // Whoever doesn't hear the answer may ask again.
      expect(await store.resetRun(reset)).toEqual({ type: 'reset' })
      const [before, after] = await store.describeRuns([{ runId: run.runId }, { workflowId: run.workflowId }])
      expect(before).toMatchObject({ status: 'completed', nextRunId: newRunId })
      expect(after).toMatchObject({
        runId: newRunId,
        status: 'running',
        bundle: run.bundle,
        startedAt: now,
        args: '[{"n":1}]',
      })
      const [first, second] = await store.readHistory({ runId: run.runId, afterSeq: 0 })
      expect(await store.readHistory({ runId: newRunId, afterSeq: 0 })).toEqual([first, second, fact])
      const { runs } = await session.claimRuns(claimAll)
      expect(runs).toMatchObject([{ runId: newRunId, seq: null, mail: 2, mailConsumed: 0, firstRunId: run.runId }])
      expect(runs[0]).not.toHaveProperty('args')
      expect(await session.readMail([{ runId: newRunId, afterMail: 0 }])).toEqual([
        {
          runId: newRunId,
          mail: 1,
          kind: 'signal',
          receivedAt: now - 5_000,
          data: '{"name":"say","args":["\\u0000 a"]}',
        },
        {
          runId: newRunId,
          mail: 2,
          kind: 'activity-result',
          receivedAt: now - 4_000,
          data: '{"activityId":"0","attempt":2,"outcome":{"type":"completed","result":"7"}}',
        },
      ])
      expect(await session.claimActivities(10)).toMatchObject([
        { runId: newRunId, attempt: 1, activity: { activityId: '1' } },
      ])
      expect((await store.inspectRun(newRunId))?.activities).toHaveLength(1)
      for (const runId of [run.runId, newRunId]) {
        expect(await store.readOperations(runId)).toMatchObject([
          { action: 'reset', reason: 'a wrong price', by: 'ann' },
        ])
      }
    })

    it('end an open run of the worker that asks, whose workflow id is never free', async () => {
      const { store } = under
      const session = await worker(store)
      const { run, now } = await startClaimed(store, session)
      const { runId, workflowId } = run
      const timer = { timerId: 'nap', kind: 'timer', fireAt: now + 60_000 } as const
      const events = [eventOf(1, 'RunStarted', now), eventOf(2, 'TimerStarted', now)]
      await session.commit([firstEntry(run, now, { turn: turnOf(runId, events, { timersOpened: [timer] }) })])
      const outgoing = {
        runId,
        position: 4,
        request: {
          type: 'message',
          to: { runId: newUuid() },
          follows: true,
          message: { kind: 'cancel', key: 'cancel', data: '{}' },
        },
      } as const
      const reset = openResetOf(runId, now, { outgoing: [outgoing] })
      const other = await worker(store)
      expect(await other.resetRun(reset)).toEqual({ type: 'not-owned' })
      expect(await store.resetRun(reset)).toEqual({ type: 'open' })
      expect(await session.resetRun(reset)).toEqual({ type: 'reset' })
      expect((await store.describeRuns([{ runId }]))[0]).toMatchObject({
        status: 'terminated',
        nextRunId: reset.newRunId,
        failure: '{"message":"reset"}',
        closedAt: expect.any(Number) as number,
      })
      expect((await store.readHistory({ runId, afterSeq: 2 })).map(({ type }) => type)).toEqual(['RunTerminated'])
      const second = startOf({ workflowId })
      expect(await store.startRuns([second])).toMatchObject([{ type: 'conflict', runId: reset.newRunId }])
      expect((await other.claimRuns(claimAll)).runs).toMatchObject([{ runId: reset.newRunId }])
      expect(await store.sendMessages([{ runId, kind: 'signal', data: '{}' }])).toEqual([{ type: 'not-open' }])
    })

    it('take along the mail that the run had not read, as far as the new run can make sense of it', async () => {
      const { store } = under
      const session = await worker(store)
      const { run, now } = await startClaimed(store, session)
      const { runId } = run
      const signal = (text: string, key?: string) =>
        ({
          runId,
          kind: 'signal',
          data: `{"name":"say","args":["${text}"]}`,
          ...(key !== undefined && { key }),
        }) as const
      const result = (activityId: string, type = 'completed') =>
        ({
          runId,
          kind: 'activity-result',
          key: `${activityId}/1`,
          data: JSON.stringify({ activityId, attempt: 1, outcome: { type } }),
        }) as const
      const childResult = (childId: string, childRunId: string) =>
        ({
          runId,
          kind: 'child-result',
          data: JSON.stringify({ childId, runId: childRunId, outcome: { type: 'completed', result: '1' } }),
        }) as const
      await store.sendMessages([signal('consumed', 'user:once')])
      const [turn] = [
        turnOf(runId, [eventOf(1, 'RunStarted', now), eventOf(2, 'TimerStarted', now)], { mailConsumed: 1 }),
      ]
      await session.commit([
        firstEntry(run, now, { turn, mailConsumed: 1, disposition: { type: 'keep', wakeAt: null } }),
      ])
      const child = { childId: '7', runId: newUuid(), policy: 'abandon' } as const
      await store.sendMessages([
        signal('first'),
        result('1'),
        result('2'),
        result('3', 'failed'),
        childResult('7', child.runId),
        childResult('7', newUuid()),
        { runId, kind: 'pause', data: '{}' },
        { runId, kind: 'cancel', key: 'cancel', data: '{}' },
        signal('last', 'user:twice'),
      ])
      const activities = [activityOf(now), activityOf(now, { activityId: '3' }), activityOf(now, { activityId: '4' })]
      const plan = planOf({ activities, children: [child] })
      const results = [{ key: '4/1', data: result('4').data }]
      const reset = openResetOf(runId, now, { plan, results })
      expect(await session.resetRun(reset)).toEqual({ type: 'reset' })
      const next = reset.newRunId
      const [claimed] = (await session.claimRuns(claimAll)).runs
      const mail = await session.readMail([{ runId: next, afterMail: claimed?.mailConsumed ?? 0 }])
      expect(mail.map(({ kind, data }) => [kind, data])).toEqual([
        ['signal', signal('first').data],
        ['activity-result', result('1').data],
        ['child-result', childResult('7', child.runId).data],
        ['signal', signal('last').data],
        ['activity-result', result('4').data],
      ])
      // What ended is not run again.
      expect((await session.claimActivities(10)).map(({ activity }) => activity.activityId)).toEqual(['3'])
      const again = ['user:once', 'user:twice', 'cancel'].map(
        (key) => ({ runId: next, kind: 'signal', key, data: '{}' }) as const,
      )
      expect((await store.sendMessages(again)).map(({ type }) => type)).toEqual(['duplicate', 'duplicate', 'sent'])
    })

    it('begin anew with the arguments when nothing of the history stays, on a bundle of choice', async () => {
      const { store } = under
      await store.registerBundle(bundleOf('d', ['Order']))
      const session = await worker(store)
      const { run, now } = await closed(store, session)
      await store.setCurrentBundle(bundleHash('d'))
      const note = { type: 'reset-note', receivedAt: now, fromRunId: run.runId } as const
      const plan = planOf({ throughSeq: 0, inputs: [note] })
      const chosen = resetOf(run.runId, { plan, bundle: run.bundle })
      expect(await store.resetRun(chosen)).toEqual({ type: 'reset' })
      expect((await store.describeRuns([{ runId: chosen.newRunId }]))[0]).toMatchObject({ status: 'pending' })
      const [claimed] = (await session.claimRuns(claimAll)).runs
      expect(claimed).toMatchObject({ runId: chosen.newRunId, bundle: run.bundle, args: '[{"n":1}]', seq: 0, mail: 1 })
      await session.commit([firstEntry(claimed!, now)])
      await session.commit([closingEntry(chosen.newRunId, 3, now)])
      const current = resetOf(chosen.newRunId, { plan })
      expect(await store.resetRun(current)).toEqual({ type: 'reset' })
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([
        { runId: current.newRunId, bundle: bundleHash('d') },
      ])
    })

    it('keep priority, time-out, parent and the first run of the chain', async () => {
      const { store } = under
      const session = await worker(store)
      const parent = { runId: newUuid(), childId: '3' }
      const { run } = await closed(store, session, startOf({ priority: 1, runTimeoutMs: 60_000, parent }))
      const before = await store.now()
      const first = resetOf(run.runId)
      await store.resetRun(first)
      const [claimed] = (await session.claimRuns(claimAll)).runs
      expect(claimed).toMatchObject({ runId: first.newRunId, parent, firstRunId: run.runId })
      expect(claimed?.timeoutAt).toBeGreaterThanOrEqual(before + 60_000)
      await session.commit([closingEntry(first.newRunId, 3, before)])
      const second = resetOf(first.newRunId)
      await store.resetRun(second)
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([
        { runId: second.newRunId, firstRunId: run.runId },
      ])
    })

    it('tell how children ended that the run waits for', async () => {
      const { store } = under
      const session = await worker(store)
      const { run } = await closed(store, session)
      const parent = { runId: run.runId, childId: '1' }
      const ended = await closed(store, session, startOf({ parent }))
      const open = await startClaimed(store, session, { parent: { ...parent, childId: '2' } })
      const children = [
        { childId: '1', runId: ended.run.runId, policy: 'abandon' },
        { childId: '2', runId: open.run.runId, policy: 'abandon' },
      ] as const
      const reset = resetOf(run.runId, { plan: planOf({ children }) })
      await store.resetRun(reset)
      await session.claimRuns(claimAll)
      const outcome = { type: 'completed', result: '"done"' }
      expect(
        (await session.readMail([{ runId: reset.newRunId, afterMail: 0 }])).map(({ data }) => JSON.parse(data)),
      ).toEqual([{ childId: '1', runId: ended.run.runId, outcome }])
    })

    it('change nothing when they can not be', async () => {
      const { store } = under
      const session = await worker(store)
      const { run } = await closed(store, session)
      const nobody = resetOf(newUuid())
      expect(await store.resetRun(nobody)).toEqual({ type: 'not-found' })
      expect(await store.resetRun(resetOf(run.runId, { bundle: bundleHash('9') }))).toEqual({ type: 'unknown-bundle' })
      const next = await startClaimed(store, session, { workflowId: run.workflowId })
      expect(await store.resetRun(resetOf(run.runId))).toEqual({ type: 'conflict', runId: next.run.runId })
      expect((await store.describeRuns([{ runId: run.runId }]))[0]).not.toHaveProperty('nextRunId')
      expect(await store.readOperations(run.runId)).toEqual([])
      expect((await store.listRuns({ limit: 10, workflowId: run.workflowId })).runs).toHaveLength(2)
    })

    it('wake a parked run, and a blocked one', async () => {
      const { store } = under
      const session = await worker(store)
      const { run } = await startParked(store, session)
      await store.operate({ runId: run.runId, kind: 'reset', data: '{}', operation: { action: 'reset' } })
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId: run.runId, mail: 1 }])
      const reason = { code: 'FOLIOT_NONDETERMINISM', message: 'no' } as never
      const block = { type: 'block', reason, retryAt: (await store.now()) + 60_000, activitiesLost: false } as const
      await session.commit([entryOf(run.runId, { seq: 2, disposition: block })])
      expect((await session.claimRuns(claimAll)).runs).toEqual([])
      await store.operate({ runId: run.runId, kind: 'reset', data: '{}', operation: { action: 'reset' } })
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId: run.runId, mail: 2 }])
    })
  })
