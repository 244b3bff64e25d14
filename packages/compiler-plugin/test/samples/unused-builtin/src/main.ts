import { Run, Workflow } from '@foliot/core/workflow'
import { pure } from 'pure'
import { other } from 'common'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return [pure(1), other(2)]
  }
}
