import { Run, Workflow } from '@foliot/core/workflow'
import { ticks } from 'ticker'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return ticks()
  }
}
