import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return [eval(input), new Function('return 1')()]
  }
}
