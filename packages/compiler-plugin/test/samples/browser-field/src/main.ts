import { Run, Workflow } from '@foliot/core/workflow'
import { digest } from 'hasher'
import { host } from 'host'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return digest(input) + host
  }
}
