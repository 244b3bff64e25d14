import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('hidden')
class Hidden {
  @Run()
  run() {}
}
export const hidden = 1
