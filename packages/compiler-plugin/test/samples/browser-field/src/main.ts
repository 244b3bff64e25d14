import { Run, Workflow } from '@foliot/core/workflow'
import { digest } from 'hasher'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return digest(input)
  }
}
