// Runs as clients see them: described and listed.
import { describe, expect, it } from 'vitest'
import { InvalidOptionError } from '../../../src/base/invalid-option-error.js'
import { closingEntry, openWorker, startClaimed, startOf } from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

export const describeRecords = (under: StoreUnderTest): unknown =>
  describe('records of runs', () => {
    // TRAPS 63
    it('are listed newest first, page by page', async () => {
      const starts = Array.from({ length: 25 }, () => startOf())
      await under.store.startRuns(starts)
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await under.store.listRuns({ limit: 10, ...(after !== undefined && { after }) })
        seen.push(...page.runs.map(({ runId }) => runId))
        after = page.next
      } while (after !== undefined)
      expect(seen).toEqual(starts.map(({ runId }) => runId).reverse())
    })

    it('are listed by type, workflow id and status, whole as described', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await session.commit([closingEntry(run.runId, 1, now, { pin: { bundle: run.bundle, startedAt: now } })])
      const refund = startOf({ workflowType: 'Refund' })
      await under.store.startRuns([refund, startOf({ startAt: now + 9_000 })])
      const idsOf = async (query: object) =>
        (await under.store.listRuns({ limit: 10, ...query })).runs.map((r) => r.runId)
      expect(await idsOf({ workflowType: 'Refund' })).toEqual([refund.runId])
      expect(await idsOf({ workflowId: run.workflowId })).toEqual([run.runId])
      expect(await idsOf({ status: 'completed' })).toEqual([run.runId])
      expect(await idsOf({ status: 'pending', workflowType: 'Order' })).toHaveLength(1)
      const { runs } = await under.store.listRuns({ limit: 10 })
      expect(runs).toEqual(await under.store.describeRuns(runs.map(({ runId }) => ({ runId }))))
    })

    it.each([[0], [1_001], [2.5]])('are not listed with a limit of %s', async (limit) => {
      await expect(under.store.listRuns({ limit })).rejects.toMatchObject({ code: InvalidOptionError.code })
    })

    it('are not listed after something that is no page’s end', async () => {
      await expect(under.store.listRuns({ limit: 1, after: "x'; drop table runs" })).rejects.toMatchObject({
        code: InvalidOptionError.code,
      })
    })

    it('tell the store’s time in whole milliseconds', async () => {
      const before = await under.store.now()
      const start = startOf()
      await under.store.startRuns([start])
      const [record] = await under.store.describeRuns([{ runId: start.runId }])
      expect(Number.isInteger(record?.createdAt)).toBe(true)
      expect(record?.createdAt).toBeGreaterThanOrEqual(before)
      await under.advance(86_400_000)
      expect(await under.store.now()).toBeGreaterThanOrEqual(before + 86_400_000)
    })
  })
