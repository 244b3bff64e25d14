import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('plain')
export class Plain {
  @Run()
  run() {}
}
