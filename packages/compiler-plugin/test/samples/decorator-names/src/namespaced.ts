import * as foliot from '@foliot/core/workflow'

@foliot.Workflow(`namespaced`)
export default class {
  @foliot.Run()
  run() {}
}
