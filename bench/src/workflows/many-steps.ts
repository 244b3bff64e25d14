// As many steps as asked for, one after the other.
import { activities, Run, Workflow } from '@foliot/core/workflow'
import type { BenchActivities } from './bench-activities.js'

const bench = activities<BenchActivities>()

@Workflow('many-steps')
export class ManySteps {
  @Run()
  async run(key: number, steps: number): Promise<number> {
    let sum = 0
    for (let index = 0; index < steps; index += 1) sum += await bench.step(key)
    return sum
  }
}
