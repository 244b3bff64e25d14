import { Run, Workflow } from '@foliot/core/workflow'
import { stamp } from './stamp.js'

@Workflow('b')
export class Main {
  @Run()
  async run(input: any) {
    return stamp()
  }
}
