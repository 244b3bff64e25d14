import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('test')
export class Main {
  @Run()
  async run(input: any) {
    return Date.now()
  }
}
