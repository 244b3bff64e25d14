import { Run, Workflow } from '@foliot/core/workflow'
import { gone } from './gone.js'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return gone
  }
}
