import { Run, Workflow } from '@foliot/core/workflow'
import { load } from './helper/load.js'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return load('a')
  }
}
