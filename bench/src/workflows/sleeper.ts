// Sleeps, then one step.
import { activities, Run, sleep, Workflow } from '@foliot/core/workflow'
import type { BenchActivities } from './bench-activities.js'

const bench = activities<BenchActivities>()

@Workflow('sleeper')
export class Sleeper {
  @Run()
  async run(key: number, sleepMs: number): Promise<number> {
    await sleep(sleepMs)
    return bench.step(key)
  }
}
