// How long did it take? now() before and after an activity: the times of the events that the code has consumed.
import { Run, Workflow, activities, now } from '@foliot/core/workflow'
import type { ReportActivities } from '../activities/report.js'

const report = activities<ReportActivities>('report', { startToCloseTimeout: '1 day' })

export interface TimedReport {
  readonly pages: number
  readonly tookMs: number
}

@Workflow('timed-report')
export class TimedReportWorkflow {
  @Run()
  async run(month: string): Promise<TimedReport> {
    const startedAt = now()
    const { pages } = await report.build({ month })
    // recordedAt of ActivityCompleted − recordedAt of RunStarted: the same in every replay.
    return { pages, tookMs: now().getTime() - startedAt.getTime() }
  }
}
