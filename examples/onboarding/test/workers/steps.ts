// The workflows that worker processes run in tests: steps, a short sleep, and steps again; and one that hangs.
import { Run, Workflow, activities, sleep } from '@foliot/core/workflow'

export interface StepActivities {
  step(name: string): Promise<string>
}

const act = activities<StepActivities>({ retry: { initialInterval: '50 milliseconds' } })

@Workflow('steps')
export class Steps {
  @Run()
  async run(sleepMs = 300): Promise<number> {
    let done = 0
    for (let index = 0; index < 3; index++) done += (await act.step(`before-${index}`)).length > 0 ? 1 : 0
    await sleep(sleepMs, { id: 'pause' })
    const rest = await Promise.all(['a', 'b'].map((name) => act.step(name)))
    return done + rest.length
  }
}

@Workflow('hangs')
export class Hangs {
  @Run()
  async run(): Promise<string> {
    await sleep(1)
    return act.step('hang')
  }
}
