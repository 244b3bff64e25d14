import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    setTimeout(() => {}, 5)
    setInterval(() => {}, 5)
    setImmediate(() => {})
    return AbortSignal.timeout(5)
  }
}
