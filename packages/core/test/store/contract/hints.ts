// Hints: what listeners hear, of this store and of others on the same database.
import { describe, expect, it } from 'vitest'
import type { StoreHint } from '../../../src/store/store.js'
import {
  activityOf,
  closingEntry,
  entryOf,
  firstEntry,
  openWorker,
  startClaimed,
  startOf,
  startParked,
  taskOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

export const describeHints = (under: StoreUnderTest): unknown =>
  describe('hints', () => {
    it('tell other stores of starts, mail, activities, progress and ends', async () => {
      const heard: StoreHint[] = []
      const other = await under.open()
      other.onHint((hint) => heard.push(hint))
      const hear = (hint: StoreHint) =>
        under.eventually(async () => heard.find((each) => JSON.stringify(each) === JSON.stringify(hint)))
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await hear({ type: 'work', taskQueue: 'default', of: 'runs' })
      await under.store.sendMessages([{ runId, kind: 'activity-result', data: '{}' }])
      await hear({ type: 'mail', runId })
      await session.commit([firstEntry(run, now, { activityTasks: [taskOf(activityOf(now), { taskQueue: 'gpu' })] })])
      await hear({ type: 'work', taskQueue: 'gpu', of: 'activities' })
      await hear({ type: 'progress', runIds: [runId], closed: false })
      await session.commit([closingEntry(runId, 3, now)])
      await hear({ type: 'progress', runIds: [runId], closed: true })
    })

    it('tell of mail for a parked run as work, and of a run that was let go', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startParked(under.store, session)
      const heard: StoreHint[] = []
      under.store.onHint((hint) => heard.push(hint))
      const work = (count: number) =>
        under.eventually(async () => (heard.filter(({ type }) => type === 'work').length >= count ? true : undefined))
      await under.store.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
      await work(1)
      await session.claimRuns({ limit: 10, aheadMs: 0 })
      await session.commit([entryOf(run.runId, { seq: 2, disposition: { type: 'release', wakeAt: now } })])
      await work(2)
      expect(heard).toContainEqual({ type: 'work', taskQueue: 'default', of: 'runs' })
    })

    it('stop when the listener or its store has gone', async () => {
      const heard: StoreHint[] = []
      const stop = under.store.onHint((hint) => heard.push(hint))
      const other = await under.open()
      other.onHint((hint) => heard.push(hint))
      stop()
      await other.close()
      await under.store.startRuns([startOf()])
      await new Promise((resolve) => setTimeout(resolve, 30))
      expect(heard).toEqual([])
    })
  })
