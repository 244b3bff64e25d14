import { Run, Workflow } from '@foliot/core/workflow'
import { stamp } from './stamp.js'

@Workflow('a')
export class Main {
  @Run()
  async run(input: any) {
    return stamp()
  }
}
