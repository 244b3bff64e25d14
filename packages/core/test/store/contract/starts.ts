// What starting a run does, and what it refuses.
import { describe, expect, it } from 'vitest'
import { InvalidOptionError } from '../../../src/base/invalid-option-error.js'
import { newUuid } from '../../../src/base/new-uuid.js'
import { closingEntry, openWorker, startClaimed, startOf, startParked } from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

export const describeStarts = (under: StoreUnderTest): unknown =>
  describe('starting runs', () => {
    it('leaves a pending run that is due', async () => {
      const start = startOf({ workflowId: 'order-α "quoted" \\ {}' })
      expect(await under.store.startRuns([start])).toEqual([{ type: 'started', runId: start.runId }])
      const [record] = await under.store.describeRuns([{ runId: start.runId }])
      expect(record).toMatchObject({
        runId: start.runId,
        workflowId: 'order-α "quoted" \\ {}',
        workflowType: 'Order',
        taskQueue: 'default',
        status: 'pending',
        args: '[{"n":1}]',
      })
      expect(record?.wakeAt).toBe(record?.createdAt)
      expect(record?.bundle).toBeUndefined()
    })

    it('changes nothing when the same start is repeated, also after the run closed', async () => {
      const start = startOf()
      const started = { type: 'started', runId: start.runId }
      expect(await under.store.startRuns([start, start])).toEqual([started, started])
      expect(await under.store.startRuns([start])).toEqual([started])
      const session = await openWorker(under.store)
      const { runs, now } = await session.claimRuns({ limit: 10, aheadMs: 0 })
      expect(runs).toHaveLength(1)
      await session.commit([closingEntry(start.runId, 1, now)])
      expect(await under.store.startRuns([start])).toEqual([started])
      expect((await session.claimRuns({ limit: 10, aheadMs: 0 })).runs).toEqual([])
      expect((await under.store.describeRuns([{ runId: start.runId }]))[0]?.status).toBe('completed')
    })

    it('allows one open run per workflow id', async () => {
      const first = startOf()
      await under.store.startRuns([first])
      const second = startOf({ workflowId: first.workflowId })
      expect(await under.store.startRuns([second])).toEqual([
        { type: 'conflict', runId: first.runId, workflowType: 'Order', differs: 'nothing' },
      ])
      expect(await under.store.describeRuns([{ runId: second.runId }])).toEqual([undefined])
    })

    it('lets one of many concurrent starts of a workflow id through', async () => {
      const other = await under.open()
      const starts = Array.from({ length: 20 }, () => startOf({ workflowId: 'contended' }))
      const outcomes = await Promise.all(
        starts.map(async (start, i) => (await (i % 2 === 0 ? under.store : other).startRuns([start]))[0]),
      )
      expect(outcomes.filter((outcome) => outcome?.type === 'started')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome?.type === 'conflict')).toHaveLength(19)
    })

    it('lets one of the starts of a workflow id in one call through', async () => {
      const [first, second] = [startOf({ workflowId: 'twice' }), startOf({ workflowId: 'twice' })]
      const outcomes = await under.store.startRuns([first, second])
      expect(outcomes.map((outcome) => outcome.type)).toEqual(['started', 'conflict'])
    })

    // TRAPS 62
    it('answers how a start differs from the open run, and leaves that run alone', async () => {
      const first = startOf()
      await under.store.startRuns([first])
      const { workflowId, runId } = first
      const again = { workflowId, conflict: 'use-existing' } as const
      expect(await under.store.startRuns([startOf(again)])).toEqual([{ type: 'existing', runId }])
      expect(await under.store.startRuns([startOf({ ...again, args: '[]' })])).toEqual([
        { type: 'conflict', runId, workflowType: 'Order', differs: 'args' },
      ])
      expect(await under.store.startRuns([startOf({ ...again, workflowType: 'Refund' })])).toEqual([
        { type: 'conflict', runId, workflowType: 'Order', differs: 'type' },
      ])
      expect((await under.store.describeRuns([{ workflowId }]))[0]).toMatchObject({ runId, args: '[{"n":1}]' })
    })

    it('refuses a workflow that no bundle has, and starts the others of the call', async () => {
      const outcomes = await under.store.startRuns([startOf({ workflowType: 'Unheard' }), startOf()])
      expect(outcomes.map((outcome) => outcome.type)).toEqual(['unknown-workflow', 'started'])
    })

    it('asks the reuse policy once the last run of the workflow id is closed', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([closingEntry(run.runId, 1, now)])
      const start = startOf({ workflowId: run.workflowId })
      const refused = [{ type: 'reuse-refused', runId: run.runId, status: 'completed' }]
      expect(await under.store.startRuns([{ ...start, reuse: 'reject' }])).toEqual(refused)
      expect(await under.store.startRuns([{ ...start, reuse: 'allow-failed-only' }])).toEqual(refused)
      expect((await session.claimRuns({ limit: 10, aheadMs: 0 })).runs).toEqual([])
      expect((await under.store.startRuns([start]))[0]?.type).toBe('started')
    })

    it('starts with a restrictive reuse policy where nothing is in the way', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session, { reuse: 'reject' })
      const failed = closingEntry(run.runId, 1, now)
      await session.commit([
        { ...failed, turn: { ...failed.turn!, closing: { type: 'failed', failure: '{"message":"no"}' } } },
      ])
      const again = startOf({ workflowId: run.workflowId, reuse: 'allow-failed-only' })
      expect(await under.store.startRuns([again])).toEqual([{ type: 'started', runId: again.runId }])
      const third = startOf({ workflowId: run.workflowId, reuse: 'reject' })
      expect((await under.store.startRuns([third]))[0]).toMatchObject({ type: 'conflict', runId: again.runId })
    })

    it('ends the open run first under terminate-existing, by a message to its owner', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session)
      const second = startOf({ workflowId: run.workflowId, conflict: 'terminate-existing' })
      const starting = under.store.startRuns([second])
      const claimed = await under.eventually(async () => {
        const { runs, now } = await session.claimRuns({ limit: 10, aheadMs: 0 })
        return runs.length === 0 ? undefined : { runs, now }
      })
      const mail = await session.readMail([{ runId: run.runId, afterMail: 0 }])
      expect(mail.map(({ kind }) => kind)).toEqual(['terminate'])
      expect(JSON.parse(mail[0]?.data ?? '')).toEqual({ reason: expect.stringContaining(run.workflowId) })
      const closing = closingEntry(run.runId, 3, claimed.now)
      await session.commit([
        { ...closing, turn: { ...closing.turn!, closing: { type: 'terminated', failure: '{"message":"ended"}' } } },
      ])
      expect(await starting).toEqual([{ type: 'started', runId: second.runId }])
      expect((await under.store.describeRuns([{ runId: run.runId }]))[0]?.status).toBe('terminated')
    })

    it('holds a run until its delay is over, also against mail', async () => {
      const session = await openWorker(under.store)
      const day = 24 * 3_600_000
      const start = startOf({ delayMs: 60 * day, runTimeoutMs: 400 * day })
      await under.store.startRuns([start])
      const now = await under.store.now()
      const [record] = await under.store.describeRuns([{ runId: start.runId }])
      expect(record?.wakeAt).toBe((record?.createdAt ?? 0) + 60 * day)
      await under.store.sendMessages([{ runId: start.runId, kind: 'activity-result', data: '{}' }])
      expect((await session.claimRuns({ limit: 10, aheadMs: 0 })).runs).toEqual([])
      const at = startOf({ startAt: now + 2_000 })
      await under.store.startRuns([at])
      const ahead = await session.claimRuns({ limit: 10, aheadMs: 5_000 })
      expect(ahead.runs.map(({ runId, wakeAt }) => ({ runId, wakeAt }))).toEqual([
        { runId: at.runId, wakeAt: now + 2_000 },
      ])
      await under.advance(60 * day)
      const due = await session.claimRuns({ limit: 10, aheadMs: 0 })
      expect(due.runs.map(({ runId }) => runId)).toEqual([start.runId])
      expect(due.runs[0]?.timeoutAt).toBe((record?.wakeAt ?? 0) + 400 * day)
    })

    // TRAPS 61
    it.each([
      ['an empty workflow id', { workflowId: '' }],
      ['an oversized workflow id', { workflowId: 'x'.repeat(256) }],
      ['a control character in an id', { workflowId: 'a\u001eb' }],
      ['an empty queue', { taskQueue: '' }],
      ['a priority of 0', { priority: 0 }],
      ['a delay without a number', { delayMs: Number.NaN }],
      ['a run id that is no UUID', { runId: 'r1' }],
    ])('refuses %s and starts nothing of the call', async (_, changes) => {
      const good = startOf()
      await expect(under.store.startRuns([good, startOf(changes)])).rejects.toMatchObject({
        code: InvalidOptionError.code,
      })
      expect(await under.store.describeRuns([{ runId: good.runId }])).toEqual([undefined])
    })

    it('starts a thousand runs of many callers', async () => {
      const starts = Array.from({ length: 1_000 }, () => startOf())
      const outcomes = await Promise.all(starts.map((start) => under.store.startRuns([start])))
      expect(outcomes.flat()).toEqual(starts.map(({ runId }) => ({ type: 'started', runId })))
    })

    it('knows the newest run of a workflow id', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([closingEntry(run.runId, 1, now)])
      const next = startOf({ workflowId: run.workflowId })
      await under.store.startRuns([next])
      const [byId, byOldRun, unknown] = await under.store.describeRuns([
        { workflowId: run.workflowId },
        { runId: run.runId },
        { runId: newUuid() },
      ])
      expect([byId?.runId, byOldRun?.status, unknown]).toEqual([next.runId, 'completed', undefined])
      expect(byOldRun).toMatchObject({ result: '"done"', closedAt: expect.any(Number) })
    })
  })
