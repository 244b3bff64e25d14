import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Other {
  @Run()
  run() {}
}
