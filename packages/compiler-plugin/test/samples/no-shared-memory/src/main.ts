import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return Atomics.load(new Int32Array(new SharedArrayBuffer(4)), 0)
  }
}
