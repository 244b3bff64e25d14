// One step, then the result.
import { activities, Run, Workflow } from '@foliot/core/workflow'
import type { BenchActivities } from './bench-activities.js'

const bench = activities<BenchActivities>()

@Workflow('one-step')
export class OneStep {
  @Run()
  run(key: number): Promise<number> {
    return bench.step(key)
  }
}
