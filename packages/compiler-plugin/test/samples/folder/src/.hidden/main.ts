import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('hidden')
export class Main {
  @Run()
  async run(input: any) {
    return Date.now()
  }
}
