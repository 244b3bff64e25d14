import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { ReportActivities } from '../src/activities/report.js'
import { TimedReportWorkflow } from '../src/workflows/report.js'

const workflows = new URL('../src/workflows', import.meta.url)

// TRAPS 67
test('the time that an activity took is that between the events of the history', async () => {
  const activities = mockActivities<ReportActivities>('report', {
    build: async () => {
      await env.sleep('3 hours')
      return { pages: 12 }
    },
  })
  const env: TestEnvironment = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  await using _ = env
  const run = await env.client.start(TimedReportWorkflow, { workflowId: 'r-1', args: ['2026-02'] })
  const { pages, tookMs } = await run.result()
  const [started, , completed] = await run.history()
  expect([pages, tookMs]).toEqual([12, 3 * 3_600_000])
  expect((completed?.recordedAt.getTime() ?? 0) - (started?.recordedAt.getTime() ?? 0)).toBe(tookMs)
})
