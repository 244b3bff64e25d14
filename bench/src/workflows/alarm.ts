// Sleeps until an instant, then ends.
import { Run, sleepUntil, Workflow } from '@foliot/core/workflow'

@Workflow('alarm')
export class Alarm {
  @Run()
  async run(key: number, wakeAt: number): Promise<number> {
    await sleepUntil(new Date(wakeAt))
    return key
  }
}
