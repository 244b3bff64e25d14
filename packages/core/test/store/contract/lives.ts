// What a commit writes for the lives of runs beyond their own: continued runs, children, requests, answers to updates.
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/base/new-uuid.js'
import type { CommitEntry } from '../../../src/store/worker-session.js'
import {
  activityOf,
  closingEntry,
  entryOf,
  eventOf,
  firstEntry,
  idleTick,
  openWorker,
  startClaimed,
  taskOf,
  turnOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

export const describeLives = (under: StoreUnderTest): unknown =>
  describe('committing what reaches beyond a run', () => {
    it('can be looked at: its mail, its workers, its activities', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      expect(await under.store.inspectRun(newUuid())).toBeUndefined()
      const activityTasks = [
        taskOf(activityOf(now), { attempt: 3, dueAt: now + 60_000, lastFailure: '{"message":"\\u0000"}' }),
      ]
      await session.commit([firstEntry(run, now, { activityTasks })])
      await under.store.sendMessages([{ runId, kind: 'signal', data: '{"name":"s","args":[]}' }])
      expect(await under.store.inspectRun(runId)).toEqual({
        now: expect.any(Number),
        mailWaiting: 1,
        workers: 1,
        activities: [
          {
            activityId: activityTasks[0]?.activity.activityId,
            attempt: 2,
            isRunning: false,
            dueAt: now + 60_000,
            lastFailure: '{"message":"\\u0000"}',
          },
        ],
      })
      await under.advance(60_001)
      await session.tick(idleTick)
      expect((await session.claimActivities(1)).length).toBe(1)
      expect((await under.store.inspectRun(runId))?.activities).toMatchObject([{ attempt: 3, isRunning: true }])
    })

    const continuing = (runId: string, newRunId: string, now: number, mailConsumed = 0): CommitEntry => {
      const closing = {
        type: 'continued-as-new',
        newRunId,
        args: '[2]',
        signals: ['{"name":"s","args":["\\u0000"]}'],
      } as const
      const turn = turnOf(runId, [eventOf(3, 'RunContinuedAsNew', now)], { closing, mailConsumed })
      return entryOf(runId, { turn, seq: 3, mailConsumed, disposition: { type: 'close' } })
    }

    it('keeps what a turn asks of other runs until it is carried out', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      const message = { kind: 'signal', data: '{"name":"\\u0000","args":[]}' } as const
      const request = { type: 'message', to: { workflowId: 'w' }, follows: true, message } as const
      const outgoing = [1, 2].map((position) => ({ runId, position, request }))
      await session.commit([firstEntry(run, now, { outgoing })])
      expect((await session.tick(idleTick)).hasOutgoing).toBe(false)
      expect(await under.store.readOutgoing(10)).toEqual([])
      await under.advance(5_001)
      expect((await session.tick(idleTick)).hasOutgoing).toBe(true)
      expect(await under.store.readOutgoing(10)).toEqual(outgoing)
      expect(await under.store.readOutgoing(1)).toHaveLength(1)
      await under.store.dropOutgoing([{ runId, position: 1 }])
      expect(await under.store.readOutgoing(10)).toEqual(outgoing.slice(1))
      await under.store.dropOutgoing([{ runId, position: 2 }])
      expect((await session.tick(idleTick)).hasOutgoing).toBe(false)
    })

    it('hands a child to its worker with its parent, also the run in which it continues', async () => {
      const session = await openWorker(under.store)
      const parent = { runId: newUuid(), childId: '7' }
      const { run, now } = await startClaimed(under.store, session, { parent })
      expect(run.parent).toEqual(parent)
      await session.commit([firstEntry(run, now)])
      const newRunId = newUuid()
      await session.commit([continuing(run.runId, newRunId, now)])
      const { runs } = await session.claimRuns({ limit: 10, aheadMs: 0 })
      expect(runs).toMatchObject([{ runId: newRunId, parent }])
    })

    it('ends a run and begins the next of its workflow id, with a new time-out and what goes along', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session, { runTimeoutMs: 3_600_000 })
      const { runId, workflowId } = run
      await session.commit([firstEntry(run, now)])
      const newRunId = newUuid()
      expect(await session.commit([continuing(runId, newRunId, now)])).toMatchObject({ outcome: 'committed' })
      const [old, next] = await under.store.describeRuns([{ runId }, { workflowId }])
      expect(old).toMatchObject({ runId, status: 'continued-as-new', nextRunId: newRunId })
      expect(old?.closedAt).toBeGreaterThan(0)
      expect(next).toMatchObject({ runId: newRunId, status: 'pending', args: '[2]', workflowType: run.workflowType })
      const [claimed] = (await session.claimRuns({ limit: 10, aheadMs: 0 })).runs
      expect(claimed).toMatchObject({ runId: newRunId, workflowId, args: '[2]', seq: 0, mail: 1, mailConsumed: 0 })
      expect((claimed?.timeoutAt ?? 0) - (claimed?.createdAt ?? 0)).toBe(3_600_000)
      expect(await session.readMail([{ runId: newRunId, afterMail: 0 }])).toMatchObject([
        { mail: 1, kind: 'signal', data: '{"name":"s","args":["\\u0000"]}' },
      ])
      expect(await under.store.sendMessages([{ runId, kind: 'signal', data: '{}' }])).toEqual([{ type: 'not-open' }])
    })

    it('writes nothing of a run that continues as new when newer mail is there', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await session.commit([firstEntry(run, now)])
      await under.store.sendMessages([{ runId, kind: 'signal', data: '{"name":"s","args":[]}' }])
      const newRunId = newUuid()
      expect(await session.commit([continuing(runId, newRunId, now)])).toMatchObject({ outcome: 'outrun' })
      expect(await under.store.readHistory({ runId, afterSeq: 0 })).toHaveLength(2)
      expect(await under.store.describeRuns([{ runId: newRunId }])).toEqual([undefined])
      expect(await session.commit([continuing(runId, newRunId, now, 1)])).toMatchObject({ outcome: 'committed' })
      expect(await under.store.describeRuns([{ runId: newRunId }])).toMatchObject([{ status: 'pending' }])
    })

    it('writes what became of updates; of several outcomes of one, the first stands', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      const outcome = (updateId: string, result: string) => ({
        updateId,
        outcome: `{"updateId":"x","result":${result}}`,
      })
      const updateOutcomes = [outcome('a', '"\\u0000"'), outcome('b', '1')]
      await session.commit([firstEntry(run, now, { updateOutcomes })])
      const again = { ...closingEntry(runId, 3, now), updateOutcomes: [outcome('b', '2'), outcome('c', '3')] }
      await session.commit([again])
      const known = await under.store.readUpdateOutcomes(runId, ['a', 'b', 'c', 'd'])
      expect([...known].sort()).toEqual([
        ['a', '{"updateId":"x","result":"\\u0000"}'],
        ['b', '{"updateId":"x","result":1}'],
        ['c', '{"updateId":"x","result":3}'],
      ])
    })
  })
