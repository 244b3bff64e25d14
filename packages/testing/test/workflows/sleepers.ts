// Workflows for the tests of the test environment.
import { Run, Workflow, activities, now, sleep } from '@foliot/core/workflow'

export interface Echo {
  echo(value: string): Promise<string>
}

const act = activities<Echo>({ startToCloseTimeout: '1 hour' })

@Workflow('sleeper')
export class Sleeper {
  @Run()
  async run(ms: number): Promise<string> {
    const before = now().getTime()
    await sleep(ms)
    return act.echo(String(now().getTime() - before))
  }
}

@Workflow('parallel')
export class Parallel {
  @Run()
  async run(...hours: number[]): Promise<number[]> {
    const woken: number[] = []
    await Promise.all(hours.map((each) => sleep({ hours: each }).then(() => woken.push(each))))
    return woken
  }
}

@Workflow('stuck')
export class Stuck {
  @Run()
  run(): Promise<never> {
    return new Promise(() => undefined)
  }
}
