import { Run, Workflow } from '@foliot/core/workflow'
import { started } from './started.js'

class Limits {
  static since = Date.now()
}
setInterval(() => {}, 10)

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return [started, Limits]
  }
}
