// Ten steps, one after the other.
import { activities, Run, Workflow } from '@foliot/core/workflow'
import type { BenchActivities } from './bench-activities.js'

const bench = activities<BenchActivities>()

@Workflow('ten-steps')
export class TenSteps {
  @Run()
  async run(key: number): Promise<number> {
    let sum = 0
    for (let index = 0; index < 10; index += 1) sum += await bench.step(key)
    return sum
  }
}
