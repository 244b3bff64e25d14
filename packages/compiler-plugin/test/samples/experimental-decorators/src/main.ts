import { Run, Workflow } from '@foliot/core/workflow'
import { one } from '@lib/one'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return one
  }
}
