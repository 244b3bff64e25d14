// Closed runs that may go: which they are, what goes with them, and what keeps them.
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/base/new-uuid.js'
import type { RunStart } from '../../../src/store/run-start.js'
import type { CommitEntry, WorkerSession } from '../../../src/store/worker-session.js'
import {
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

const hourMs = 3_600_000
const olderThanMs = hourMs
const leaseMs = 500 * hourMs

export const describeRetention = (under: StoreUnderTest): unknown =>
  describe('retention', () => {
    const work = (): Promise<WorkerSession> => openWorker(under.store, { leaseMs })

    const startClosed = async (
      session: WorkerSession,
      changes: Partial<RunStart> = {},
      closing: Partial<CommitEntry> = {},
    ): Promise<string> => {
      const { run, now } = await startClaimed(under.store, session, changes)
      await session.commit([firstEntry(run, now)])
      await session.commit([closingEntry(run.runId, 3, now, closing)])
      return run.runId
    }

    /** Ends a run whose history has `events` events in favour of a next one, which is claimed. */
    const continueClaimed = async (session: WorkerSession, runId: string, events: number): Promise<string> => {
      const newRunId = newUuid()
      const now = await under.store.now()
      const closing = { type: 'continued-as-new', newRunId, args: '[]', signals: [] } as const
      const turn = turnOf(runId, [eventOf(events + 1, 'RunContinuedAsNew', now)], { closing })
      await session.commit([entryOf(runId, { turn, disposition: { type: 'close' } })])
      const { runs } = await session.claimRuns({ limit: 10, aheadMs: 0 })
      expect(runs.map((run) => run.runId)).toEqual([newRunId])
      return newRunId
    }

    const expired = async (): Promise<readonly string[]> =>
      (await under.store.expiredRuns({ olderThanMs, limit: 100, scanLimit: 1_000 })).runs.map(({ runId }) => runId)
    const remove = (runIds: readonly string[]): Promise<readonly string[]> =>
      under.store.deleteRuns({ runIds, olderThanMs })
    const isThere = async (runId: string): Promise<boolean> =>
      (await under.store.describeRuns([{ runId }]))[0] !== undefined

    it('finds runs that closed longer ago than asked, and no other', async () => {
      const session = await work()
      const old = await startClosed(session)
      await startParked(under.store, session)
      await under.advance(hourMs + 1)
      const young = await startClosed(session)
      const page = await under.store.expiredRuns({ olderThanMs, limit: 10, scanLimit: 10 })
      expect(page).toEqual({ runs: [{ runId: old, events: 3 }] })
      expect(await remove([young])).toEqual([])
      await under.advance(hourMs + 1)
      expect(await expired()).toEqual([old, young])
    })

    it('deletes a run with all that is its own, and nothing of others', async () => {
      const session = await work()
      const runId = await startClosed(
        session,
        { workflowId: 'w' },
        { updateOutcomes: [{ updateId: 'u', outcome: '{}' }] },
      )
      const { run } = await startParked(under.store, session, (await under.store.now()) + 5 * hourMs)
      await under.store.sendMessages([{ runId: run.runId, kind: 'signal', data: '{"name":"s","args":[]}' }])
      const queryId = newUuid()
      await under.store.ask({ queryId, runId, name: 'q', args: '[]', timeoutMs: 100 * hourMs })
      await under.advance(hourMs + 1)
      expect(await remove([runId, run.runId, newUuid()])).toEqual([runId])
      expect(await isThere(runId)).toBe(false)
      expect(await under.store.describeRuns([{ workflowId: 'w' }])).toEqual([undefined])
      expect(await under.store.readHistory({ runId, afterSeq: 0 })).toEqual([])
      expect((await under.store.readUpdateOutcomes(runId, ['u'])).size).toBe(0)
      expect(await session.takeQuestions(10)).toEqual([])
      expect((await under.store.listRuns({ limit: 10 })).runs.map((each) => each.runId)).toEqual([run.runId])
      expect(await under.store.readHistory({ runId: run.runId, afterSeq: 0 })).toHaveLength(2)
      expect(await under.store.inspectRun(run.runId)).toMatchObject({ mailWaiting: 1 })
      expect(await under.store.startRuns([startOf({ workflowId: 'w', reuse: 'reject' })])).toMatchObject([
        { type: 'started' },
      ])
    })

    it('deletes what a run that closed never consumed', async () => {
      const session = await work()
      const { run, now } = await startClaimed(under.store, session)
      await under.store.sendMessages([{ runId: run.runId, kind: 'signal', data: '{"name":"s","args":[]}' }])
      await session.commit([closingEntry(run.runId, 1, now, { pin: { bundle: run.bundle, startedAt: now } })])
      await under.advance(hourMs + 1)
      expect(await remove(await expired())).toEqual([run.runId])
      expect(await remove([run.runId])).toEqual([])
    })

    it('deletes each run once, however many ask for it at once', async () => {
      const session = await work()
      const runIds: string[] = []
      for (let round = 0; round < 6; round += 1) runIds.push(await startClosed(session))
      await under.advance(hourMs + 1)
      const other = await under.open()
      const ask = [under.store, other, under.store, other]
      const gone = await Promise.all(ask.map((store) => store.deleteRuns({ runIds, olderThanMs })))
      expect(gone.flat().sort()).toEqual([...runIds].sort())
      expect((await under.store.listRuns({ limit: 10 })).runs).toEqual([])
    })

    it('walks on from page to page, also past what stays', async () => {
      const session = await work()
      const closed: string[] = []
      for (let round = 0; round < 5; round += 1) {
        await startParked(under.store, session)
        closed.push(await startClosed(session))
      }
      await under.advance(hourMs + 1)
      const seen: string[] = []
      const steps: number[] = []
      let after: string | undefined
      do {
        const page = await under.store.expiredRuns({
          ...{ olderThanMs, limit: 2, scanLimit: 3 },
          ...(after !== undefined && { after }),
        })
        seen.push(...page.runs.map(({ runId }) => runId))
        steps.push(page.runs.length)
        after = page.next
      } while (after !== undefined && steps.length < 20)
      expect(seen).toEqual([...closed].sort())
      expect(Math.max(...steps)).toBe(2)
      expect(steps.length).toBeLessThan(8)
    })

    it('keeps the parent of an open child, and lets a closed child of an open parent go', async () => {
      const session = await work()
      const parent = await startClosed(session)
      const child = await startClaimed(under.store, session, { parent: { runId: parent, childId: '1' } })
      const open = await startClaimed(under.store, session)
      const ended = await startClosed(session, { parent: { runId: open.run.runId, childId: '1' } })
      await under.advance(hourMs + 1)
      expect(await expired()).toEqual([ended])
      expect(await remove([parent, ended])).toEqual([ended])
      await session.commit([firstEntry(child.run, child.now)])
      await session.commit([closingEntry(child.run.runId, 3, child.now)])
      expect(await expired()).toEqual([parent])
      expect(await remove([parent])).toEqual([parent])
    })

    it('keeps a run whose requests to others aren’t carried out, and the child that they may start', async () => {
      const session = await work()
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      const child = startOf({ parent: { runId, childId: '1' } })
      const outgoing = [{ runId, position: 3, request: { type: 'start', start: child } as const }]
      await session.commit([firstEntry(run, now)])
      await startClosed(session, child)
      await session.commit([closingEntry(runId, 3, now, { outgoing })])
      await under.advance(hourMs + 1)
      expect(await expired()).toEqual([])
      expect(await remove([runId, child.runId])).toEqual([])
      await under.store.dropOutgoing(outgoing)
      expect(await remove([runId, child.runId])).toEqual([runId, child.runId].sort())
    })

    it('keeps of a chain the run before its last, as long as that, and lets those before it go', async () => {
      const session = await work()
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([firstEntry(run, now)])
      const second = await continueClaimed(session, run.runId, 2)
      const third = await continueClaimed(session, second, 0)
      await under.advance(hourMs + 1)
      expect(await expired()).toEqual([run.runId])
      expect(await remove([run.runId, second, third])).toEqual([run.runId])
      await session.commit([closingEntry(third, 1, now)])
      expect(await remove([second, third])).toEqual([])
      expect(await isThere(second)).toBe(true)
      await under.advance(hourMs + 1)
      expect(await remove([second, third])).toEqual([second, third])
    })

    it('keeps the run by which an open parent knows a child that goes on, and its way to the open run', async () => {
      const session = await work()
      const parent = await startClaimed(under.store, session)
      const { run, now } = await startClaimed(under.store, session, {
        parent: { runId: parent.run.runId, childId: '1' },
      })
      await session.commit([firstEntry(run, now)])
      const chain = [run.runId]
      for (let link = 0; link < 4; link += 1) {
        chain.push(await continueClaimed(session, chain[link] as string, link === 0 ? 2 : 0))
      }
      const [first, second, third, fourth, fifth] = chain as [string, string, string, string, string]
      await under.advance(hourMs + 1)
      expect(await expired()).toEqual([second, third])
      expect(await remove(chain)).toEqual([second, third])
      expect(await under.store.describeRuns([{ runId: first }, { runId: fourth }])).toMatchObject([
        { nextRunId: fourth },
        { nextRunId: fifth },
      ])
      await session.commit([closingEntry(fifth, 1, now)])
      expect(await expired()).toEqual([first])
    })

    it('gives a duty to one holder at a time, until that one no longer renews it', async () => {
      const other = await under.open()
      const ask = (store: typeof other, holder: string) => store.takeDuty({ name: 'd', holder, forMs: 60_000 })
      expect(await ask(under.store, 'a')).toBe(true)
      expect(await ask(other, 'b')).toBe(false)
      expect(await other.takeDuty({ name: 'e', holder: 'b', forMs: 60_000 })).toBe(true)
      await under.advance(50_000)
      expect(await ask(under.store, 'a')).toBe(true)
      await under.advance(50_000)
      expect(await ask(other, 'b')).toBe(false)
      await under.advance(11_000)
      expect(await ask(other, 'b')).toBe(true)
      expect(await ask(under.store, 'a')).toBe(false)
    })
  })
