import { Run, Workflow } from '@foliot/core/workflow'
import { get } from 'client'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return get('/')
  }
}
